/**
 * The platform objects that `core` uses, the same in Node and in browsers. `core` is compiled without the library of
 * either, so that it can't use anything else of them; the other folders take these types from their own library.
 */
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
declare class AbortController {
  readonly signal: AbortSignal;
  abort(): void;
}
declare class URL {
  static parse(url: string): URL | null;
  readonly protocol: string;
  readonly href: string;
  readonly username: string;
  readonly password: string;
  readonly host: string;
  readonly hostname: string;
  readonly pathname: string;
}
/** The type of the result differs between platforms; it is only passed to `clearTimeout`. */
declare function setTimeout(callback: () => void, ms: number): object;
declare function clearTimeout(timer: object | undefined): void;
declare const performance: { now(): number };
declare class TextEncoder {
  encode(text: string): Uint8Array;
  encodeInto(text: string, target: Uint8Array): void;
}
declare class TextDecoder {
  decode(bytes: Uint8Array): string;
}
