/** The code that Node.js (`ENOENT`) or VS Code (`FileNotFound`) gives an error of a file system. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** What is promised, or the other where that fails with this code of the file system. */
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
