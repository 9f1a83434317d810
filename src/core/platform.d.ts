/**
 * The platform objects that core uses, the same in Node and in browsers. Core is compiled without either's
 * library, so that nothing else of them can slip in; the other parts take these from their own.
 */
interface AbortSignal {
  readonly aborted: boolean;
}
declare class AbortController {
  readonly signal: AbortSignal;
  abort(): void;
}
declare class URL {
  static parse(address: string): URL | null;
  readonly protocol: string;
  readonly href: string;
  readonly username: string;
  readonly password: string;
  readonly hostname: string;
}
/** Gives what `clearTimeout` takes, which is not the same everywhere. */
declare function setTimeout(callback: () => void, ms: number): object;
declare function clearTimeout(timer: object | undefined): void;
declare class TextEncoder {
  encode(text: string): Uint8Array;
  encodeInto(text: string, target: Uint8Array): void;
}
declare class TextDecoder {
  decode(bytes: Uint8Array): string;
}
