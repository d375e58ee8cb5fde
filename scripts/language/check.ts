// Checks the language of code and documentation: discouraged words in comments, identifiers and
// prose, the width of comments, and the length of summaries in the API reference. Spelling is
// checked by cspell with `dictionary.txt`.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runOrFail } from '../lib/processes.ts';
import { root } from '../lib/root.ts';

/** A violation at a line, counted from 1. */
export interface Violation {
  path: string;
  line: number;
  text: string;
}

const MAX_COMMENT_WIDTH = 100;
const MAX_SUMMARY_LENGTH = 60;

/** Discouraged in comments and prose, with the preferred form. */
const words: readonly [pattern: RegExp, advice: string][] = [
  [/\b(?:he|him|his|she|hers|himself)\b/i, 'name the role, or use "they"'],
  [/\b(?:lest|anew|whoever|whomever|herewith|thereof)\b/i, 'use plain words'],
  [/\bso (?:many|long as)\b/i, 'name the number or the condition'],
  [/\b(?:is|are|was|were|be) away\b/i, 'unavailable, unreachable or offline'],
  [/\b(?:is|are|was|were|be) gone\b/i, 'deleted, removed or missing'],
  [/\bcomes? along\b/i, 'is included, is copied'],
  [/\b(?:tells|tell) (?:that|of)\b/i, 'reports, states'],
  [/\b(?:hears?|heard) of\b/i, 'is notified of'],
  [/\bknows? of\b/i, 'has'],
  [/\b(?:herald|stand-ins?|patience|belongings|upkeep)\b/i, 'use the term of the field'],
  [/\bdo(?:es)? not want\b|\bwants to\b/i, 'name the condition'],
];

/** Discouraged in identifiers. */
const identifiers: readonly [pattern: RegExp, advice: string][] = [
  [/\b(?:MOST|LEAST|LONGEST|FEWEST)_[A-Z_]+\b/, 'MAX_ or MIN_'],
  [/\b\w*(?:[pP]atience|[hH]erald|[jJ]udgement|[sS]tandIns?|[nN]eighbour)\w*\b/, 'use the term of the field'],
];

const tracked = ['*.ts', '*.tsx', '*.css', '*.mjs', '*.cjs', '*.cts', '*.js', '*.proto', '*.md'];
// The word list itself, and pages that are generated or quote earlier names.
const exempt = new Set([
  'scripts/language/check.ts',
  'scripts/language/check.test.ts',
  'docs/events.md',
  'docs/upgrading.md',
]);

/** Violations in all tracked files. */
export async function checkLanguage(): Promise<Violation[]> {
  const paths = (await runOrFail('git', ['ls-files', '-z', ...tracked], { cwd: root })).split('\0');
  return paths
    .filter((path) => path !== '' && !exempt.has(path) && !path.includes('/templates/texts/'))
    .flatMap((path) => checkFile(path, readFileSync(join(root, path), 'utf8')));
}

/** Violations in one file. */
export function checkFile(path: string, content: string): Violation[] {
  const lines = content.split('\n');
  const isProse = path.endsWith('.md');
  const found = lines.flatMap((line, index) => {
    const comment = isProse ? withoutCode(line) : commentOf(line);
    const texts = [
      ...(comment === undefined ? [] : words.filter(([word]) => word.test(comment))).map(describe),
      ...(isProse ? [] : identifiers.filter(([name]) => name.test(line))).map(describe),
      ...(!isProse && comment !== undefined && line.length > MAX_COMMENT_WIDTH && canWrap(line)
        ? [`the comment is wider than ${MAX_COMMENT_WIDTH} columns`]
        : []),
    ];
    return texts.map((text) => ({ path, line: index + 1, text }));
  });
  return path.endsWith('.proto') ? [...found, ...checkSummaries(path, lines)] : found;
}

function describe([pattern, advice]: readonly [RegExp, string]): string {
  return `${pattern.source}: ${advice}`;
}

/** The text of a comment at the end of a line or that is the line; undefined for code. */
function commentOf(line: string): string | undefined {
  const match = /^\s*(?:\/\/|\{?\/\*\*?|\*(?!\w)|#(?!!))(.*)$/.exec(line) ?? /[;,{}()\]]\s+\/\/ (.*)$/.exec(line);
  return match === null ? undefined : withoutCode(match[1] as string);
}

/** Links, code and directives may be longer than a line. */
function canWrap(line: string): boolean {
  const isCode = /^\s*(?:\/\/|\*) {3,}/.test(line) || /eslint-disable|@ts-/.test(line);
  return !isCode && line.trim().split(/\s+/).length > 2 && /^\s*(?:\/\/|\*|\{?\/\*)/.test(line);
}

function withoutCode(text: string): string {
  return text.replace(/`[^`]*`/g, '``');
}

/** Operations have a comment whose first sentence, the summary in the reference, is short. */
function checkSummaries(path: string, lines: readonly string[]): Violation[] {
  return lines.flatMap((line, index) => {
    if (!/^ {2}rpc \w+/.test(line) || !/option \(forgemesh\.api\.v1\.operation\)/.test(lines[index + 1] ?? ''))
      return [];
    let first = index;
    while (/^\s*\/\//.test(lines[first - 1] ?? '')) first--;
    const comment = lines
      .slice(first, index)
      .map((text) => text.replace(/^\s*\/\/ ?/, ''))
      .join(' ');
    const [summary = ''] = comment.split(/\.(?:\s|$)/, 1);
    if (summary !== '' && summary.length < MAX_SUMMARY_LENGTH) return [];
    return [{ path, line: index + 1, text: `the summary "${summary}" is missing or has ${summary.length} characters` }];
  });
}
