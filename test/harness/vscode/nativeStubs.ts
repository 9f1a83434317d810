/**
 * Stand-ins for two native modules of VS Code's server that npm has no binaries of. Compiling them would ask for a
 * C++ compiler on every machine that runs the tests. Written as `exports.name =`, since VS Code imports them by name.
 */
export const NATIVE_STUBS: Readonly<Record<string, string>> = {
  // Log files: written at once, without the rotation and the background of the real one.
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
