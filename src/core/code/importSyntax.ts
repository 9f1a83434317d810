/** Lines with which files begin: imports, packages, interpreters. */
const STATEMENT =
  /^(?:import(?:\s|[{'"*])|from\s+\S+\s+import\b|package\s+[\p{L}\p{N}_.]+;?$|using\s[\p{L}\p{N}_.=\s]+;|#\s*include\b|use\s+[\p{L}\p{N}_:\\{][^;]*;|require(?:_once|_relative)?\b\s*\(?['"]|(?:const|let|var)\s[^=]+=\s*require\(|<\?php$|#!|['"]use (?:strict|client|server)['"]|declare\(strict|extern crate\b|namespace\s[\p{L}\p{N}_\\.]+;|#pragma once\b|@file:)/u;

/** Whether a trimmed line begins a statement that stands at the start of files, such as an import. */
export function isImport(trimmed: string): boolean {
  return STATEMENT.test(trimmed);
}
