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
}
