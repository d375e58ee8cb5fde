/** For tests: creates a repository with a generated history that depends only on the seed. */
import { ScratchRepository } from './scratch-repository';

export interface RandomHistoryOptions {
  seed: number;
  commits: number;
  /** Some commits are dated before their parents. */
  skewedClock?: boolean;
}

interface File {
  mode: string;
  content: string;
}

type Files = Map<string, File>;

const paths = [
  'README.md',
  'src/main.c',
  'src/util.c',
  'src/deep/er/one.txt',
  'src/deep/er/two.txt',
  'docs/Über uns.md',
  'docs/quote".md',
  'docs/tab\tand space.md',
  'line\nbreak',
  'bin/data.bin',
  'bin/run.sh',
  'link',
  'vendor/module',
];

/**
 * Creates a repository whose branch `main` contains merges, renames, binary files, modes, links and
 * submodules.
 */
export function randomHistory(options: RandomHistoryOptions): { scratch: ScratchRepository; tips: string[] } {
  const random = generator(options.seed);
  const scratch = new ScratchRepository();
  const states: Files[] = [new Map()];
  let heads: number[] = [];
  let input = '';
  for (let mark = 1; mark <= options.commits; mark += 1) {
    const parents = pickParents(random, heads, mark);
    const base = states[parents[0] ?? 0]!;
    const files =
      parents.length > 1
        ? mergeFiles(
            random,
            parents.map((parent) => states[parent]!),
          )
        : new Map(base);
    if (parents.length < 2 || random() < 0.2) change(random, files, mark);
    states.push(files);
    heads = [...heads.filter((head) => !parents.slice(random() < 0.8 ? 0 : 1).includes(head)), mark];
    input += commitCommand(mark, parents, base, files, dateOf(random, mark, options.skewedClock === true));
  }
  // One final merge makes everything reachable from main.
  const last = options.commits;
  const rest = heads.filter((head) => head !== last).slice(-8);
  input += heads.map((head) => `reset refs/heads/side-${head}\nfrom :${head}\n\n`).join('');
  if (rest.length > 0) {
    input += commitCommand(last + 1, [last, ...rest], states[last]!, states[last]!, 1_500_000_000 + last * 100);
  }
  scratch.gitWith({ input }, 'fast-import', '--quiet', '--force');
  const tips = scratch.git('for-each-ref', '--format=%(objectname)', 'refs/heads').split('\n');
  return { scratch, tips };
}

function pickParents(random: () => number, heads: number[], mark: number): number[] {
  if (mark === 1 || random() < 0.005) return [];
  const count = random() < 0.2 ? (random() < 0.1 ? 3 : 2) : 1;
  const parents = new Set<number>();
  while (parents.size < Math.min(count, heads.length)) parents.add(heads[Math.floor(random() * heads.length)]!);
  // Sometimes a branch starts at an older commit.
  if (random() < 0.15 && parents.size === 1) return [1 + Math.floor(random() * (mark - 1))];
  return [...parents];
}

function mergeFiles(random: () => number, sides: Files[]): Files {
  const merged: Files = new Map();
  const preferred = random() < 0.5 ? sides[Math.floor(random() * sides.length)] : undefined;
  for (const path of new Set(sides.flatMap((side) => [...side.keys()]))) {
    const side = preferred ?? sides[Math.floor(random() * sides.length)]!;
    const file = side.get(path);
    if (file !== undefined) merged.set(path, file);
  }
  return merged;
}

function change(random: () => number, files: Files, mark: number): void {
  for (let times = 1 + Math.floor(random() * 3); times > 0; times -= 1) {
    const path = paths[Math.floor(random() * paths.length)]!;
    const kind = random();
    const before = files.get(path);
    if (before !== undefined && kind < 0.1) files.delete(path);
    else if (before !== undefined && kind < 0.2) rename(files, path, `moved/${mark}-${times}.txt`);
    else if (before !== undefined && kind < 0.25 && before.mode.startsWith('100')) {
      files.set(path, { ...before, mode: before.mode === '100644' ? '100755' : '100644' });
    } else if (path === 'vendor/module') {
      files.set(path, { mode: '160000', content: mark.toString(16).padStart(40, '0') });
    } else if (path === 'link') {
      files.set(path, { mode: random() < 0.8 ? '120000' : '100644', content: `target-${mark}` });
    } else if (path === 'bin/data.bin') {
      files.set(path, { mode: '100644', content: `\0binary ${mark}` });
    } else {
      files.set(path, { mode: before?.mode ?? '100644', content: edit(random, before?.content ?? '', mark) });
    }
  }
}

function rename(files: Files, from: string, to: string): void {
  files.set(to, files.get(from)!);
  files.delete(from);
}

function edit(random: () => number, text: string, mark: number): string {
  const lines = text === '' ? Array.from({ length: 12 }, (_, i) => `line ${i} of ${mark}`) : text.split('\n');
  lines[Math.floor(random() * lines.length)] = `changed by ${mark}: "quoted" ünïcode`;
  if (random() < 0.3) lines.splice(Math.floor(random() * lines.length), 1);
  return lines.join('\n');
}

function dateOf(random: () => number, mark: number, isSkewed: boolean): number {
  const step = random() < 0.2 ? 0 : 100;
  const skew = isSkewed && random() < 0.1 ? -Math.floor(random() * 5000) : 0;
  return 1_500_000_000 + Math.floor(mark / 3) * step * 3 + (step === 0 ? mark * 100 : 0) + skew;
}

function commitCommand(mark: number, parents: number[], before: Files, after: Files, date: number): string {
  const message = `Commit ${mark}\n\nBody with ünïcode.\n`;
  const lines = [
    `commit refs/heads/main`,
    `mark :${mark}`,
    `author Ada Löve <ada@example.com> ${date - 50} +0230`,
    `committer Cam <cam@example.com> ${date} -0700`,
    `data ${Buffer.byteLength(message)}`,
    message,
  ];
  if (parents.length === 0) lines.unshift('reset refs/heads/main', '');
  parents.forEach((parent, index) => lines.push(`${index === 0 ? 'from' : 'merge'} :${parent}`));
  const base = parents.length === 0 ? new Map<string, File>() : before;
  for (const path of base.keys()) if (!after.has(path)) lines.push(`D ${quote(path)}`);
  for (const [path, file] of after) {
    if (base.get(path) === file) continue;
    if (file.mode === '160000') lines.push(`M 160000 ${file.content} ${quote(path)}`);
    else lines.push(`M ${file.mode} inline ${quote(path)}`, `data ${Buffer.byteLength(file.content)}`, file.content);
  }
  return lines.join('\n') + '\n\n';
}

function quote(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n').replace(/\t/g, '\\t')}"`;
}

/** Numbers from 0 to 1 that depend only on the seed (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}
