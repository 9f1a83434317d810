/**
 * The error code of Node.js (for example `ENOENT`) or of VS Code's `FileSystemError` (for example `FileNotFound`).
 */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Resolves to `fallback` if the promise rejects with this code. Other errors are rethrown. */
export async function catchErrorCode<T, U>(
  code: string,
  promise: PromiseLike<T>,
  fallback: U,
): Promise<T | U> {
  try {
    return await promise;
  } catch (error) {
    if (errorCode(error) === code) {
      return fallback;
    }
    throw error;
  }
}
