/**
 * Stand-ins for two native modules of VS Code's server that npm has no binaries of. Compiling them would ask for a
 * C++ compiler on every machine that runs the tests. Written as `exports.name =`, since VS Code imports them by name.
 */
export const NATIVE_STUBS: Readonly<Record<string, string>> = {
  // Log files: nobody reads them here, so the logger takes everything and writes nothing.
  '@vscode/spdlog': `
class Logger {
  getLevel() { return 2; }
}
for (const name of ['setLevel', 'setPattern', 'clearFormatters', 'flush', 'drop',
  'trace', 'debug', 'info', 'warn', 'error', 'critical']) {
  Logger.prototype[name] = () => {};
}
exports.Logger = Logger;
exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.shutdown = () => {};
exports.createRotatingLogger = async () => new Logger();
exports.createAsyncRotatingLogger = async () => new Logger();
`,
  // Ends the extension host when its parent dies; here the whole process group ends instead.
  '@vscode/native-watchdog': `
exports.start = () => {};
exports.exit = (code) => process.exit(code);
`,
  'native-watchdog': `
exports.start = () => {};
exports.exit = (code) => process.exit(code);
`,
};
