/**
 * For tests: compiles the worker from these sources, so that a real fork runs the code under test.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { transformSync } from '@swc/core';

const sources = join(__dirname, '..');
/** A package that the worker imports, which may not be built. */
const admission = join(__dirname, '../../../admission/src');
/** Inside the package, so that the worker's dependencies are found. */
const cache = join(__dirname, '../../node_modules/.cache');

/**
 * Compiles the git engine into a folder named by a hash of its content and returns the path of the
 * worker's entry.
 */
export function compileWorker(): string {
  const files = [...readSources(sources, ''), ...readSources(admission, 'node_modules/@forgemesh/admission')];
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  const target = join(cache, `git-worker-${hash}`);
  if (!existsSync(target)) {
    mkdirSync(cache, { recursive: true });
    const draft = mkdtempSync(join(cache, 'git-worker-draft-'));
    for (const { file, text } of files) compile(join(draft, file.replace(/\.ts$/, '.js')), text);
    try {
      renameSync(draft, target);
    } catch (error) {
      // Another test process created the same folder first.
      if (!existsSync(target)) throw error;
      rmSync(draft, { recursive: true });
    }
  }
  return join(target, 'worker', 'main.js');
}

/** The files of a folder without tests, with their paths below `target`. */
function readSources(folder: string, target: string): { file: string; text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'))
    .map((file) => ({ file: join(target, file), text: readFileSync(join(folder, file), 'utf8') }));
}

function compile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const { code } = transformSync(text, {
    filename: relative(sources, path),
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  });
  writeFileSync(path, code);
}
