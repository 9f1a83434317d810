/**
 * Stubs of native modules of VS Code's server for which npm has no binaries; compiling them requires a C++ compiler.
 * They use `exports.name =`, because VS Code imports them by name.
 */
export const NATIVE_STUBS: Readonly<Record<string, string>> = {
  // Writes log files synchronously, without rotation.
  '@vscode/spdlog': `
const fs = require('node:fs');
const NAMES = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
class Logger {
  constructor(file) {
    this.file = file;
    this.level = 2;
    this.isPlain = false;
  }
  getLevel() { return this.level; }
  setLevel(level) { this.level = level; }
  clearFormatters() { this.isPlain = true; }
  write(level, text) {
    if (level < this.level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    try {
      fs.appendFileSync(this.file, this.isPlain ? text : time + ' [' + NAMES[level] + '] ' + text + '\\n');
    } catch {}
  }
}
['trace', 'debug', 'info', 'warn', 'error', 'critical'].forEach((name, level) => {
  Logger.prototype[name] = function (text) { this.write(level, text); };
});
for (const name of ['setPattern', 'flush', 'drop']) {
  Logger.prototype[name] = () => {};
}
exports.Logger = Logger;
exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.shutdown = () => {};
exports.createRotatingLogger = async (name, file) => new Logger(file);
exports.createAsyncRotatingLogger = async (name, file) => new Logger(file);
`,
  // Ends the extension host when its parent ends. Here, the whole process group ends instead.
  '@vscode/native-watchdog': `
exports.start = () => {};
exports.exit = (code) => process.exit(code);
`,
  'native-watchdog': `
exports.start = () => {};
exports.exit = (code) => process.exit(code);
`,
};
