import type { ChatRequest } from '../../contract/chatRequest.ts';
import { encodeRequest } from './encodeRequest.ts';
import { foldRoles } from './foldRoles.ts';

/** What the interface leaves open and a service may refuse with 422: streaming, and the role `assistant`. */
export interface Shape {
  stream: boolean;
  folded: boolean;
}

/** The shape that a request has as it was made. */
export function shapeOf({ stream }: ChatRequest): Shape {
  return { stream: stream === true, folded: false };
}

/** The request as it goes out. Without streaming it has no `stream` at all, which every service understands. */
export function inShape(request: ChatRequest, shape: Shape): ChatRequest {
  const { stream: _, ...rest } = request;
  return {
    ...rest,
    messages: shape.folded ? foldRoles(request.messages) : request.messages,
    ...(shape.stream && { stream: true }),
  };
}

/** The body of a request that went out: streamed where it says so, and folded where it was. */
export function encodeInShape(request: ChatRequest, folded: boolean): string {
  return encodeRequest(inShape(request, { ...shapeOf(request), folded }));
}
