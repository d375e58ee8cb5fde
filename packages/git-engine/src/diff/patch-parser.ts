/**
 * Reads the answer of `diff-tree --raw -z -p` piece by piece into diff entries, and forgets what is
 * over the limits.
 */
import { LostProcessError } from '../worker/persistent-process';

export interface DiffEntry {
  old_path: string;
  new_path: string;
  /** Six digits, or `0` on the side where there is no file. */
  a_mode: string;
  b_mode: string;
  new_file: boolean;
  renamed_file: boolean;
  deleted_file: boolean;
  /**
   * Unified diff from its `---` line on, a sentence for binary files, or empty when no line
   * differs.
   */
  diff: string;
  /** The diff was left out because it is too large. */
  too_large: boolean;
}

export interface DiffLimits {
  /** Most entries. */
  max_files: number;
  /** Most bytes of all diffs. */
  max_bytes: number;
  /** Most bytes of one file's diff. */
  max_patch_bytes: number;
}

const raw = /^:(\d{6}) (\d{6}) [0-9a-f]+ [0-9a-f]+ ([A-Z])\d*$/;
const patchStart = Buffer.from('\ndiff --git ');
const noData = Buffer.alloc(0);
// After the limit so much is still read over before the process is given up, which costs about as
// much.
const drainBytes = 32 * 1024 * 1024;

export class PatchParser {
  readonly entries: DiffEntry[] = [];
  /** Files that differ, also those over the limit. */
  totalFiles = 0;
  /** Something was left out because of a limit on the whole. */
  overflow = false;
  private stage: 'header' | 'raw' | 'patches' = 'header';
  private rest: Buffer = noData;
  private meta: RegExpExecArray | undefined;
  private oldPath: string | undefined;
  private current = -1;
  private kept: Buffer[] = [];
  private keptBytes = 0;
  private patchBytes = 0;
  private unwantedBytes = 0;
  private expectedPatches = 0;

  constructor(private readonly limits: DiffLimits) {}

  /** Takes a piece; false when all that can be used was read. */
  push(piece: Buffer): boolean {
    let data = this.rest.length === 0 ? piece : Buffer.concat([this.rest, piece]);
    this.rest = noData;
    if (this.stage === 'header') data = this.takeHeader(data);
    if (this.stage === 'raw') data = this.takeRaw(data);
    if (this.stage === 'patches') data = this.takePatches(data);
    this.rest = data;
    return this.unwantedBytes < drainBytes;
  }

  /** Says that the answer is complete. Throws when it was not what git says about two trees. */
  end(): void {
    if (this.stage === 'patches') {
      this.keep(this.rest);
      this.closePatch();
      this.current += 1;
    }
    const expected = this.stage === 'patches' ? this.expectedPatches : 0;
    if (
      this.stage === 'header' ||
      (this.stage === 'raw' && this.totalFiles > 0) ||
      Math.max(0, this.current) !== expected
    ) {
      throw new LostProcessError('diff-tree answered out of frame');
    }
  }

  private takeHeader(data: Buffer): Buffer {
    const end = data.indexOf(10);
    if (end < 0) return data;
    this.stage = 'raw';
    return data.subarray(end + 1);
  }

  /** Fields end with NUL; an empty one stands between the list of files and the patches. */
  private takeRaw(data: Buffer): Buffer {
    let at = 0;
    for (let end = data.indexOf(0, at); end >= 0; end = data.indexOf(0, at)) {
      const field = data.toString('utf8', at, end);
      at = end + 1;
      if (field === '' && this.meta === undefined) {
        this.stage = 'patches';
        // The first patch has no line before it that would end with a newline.
        return Buffer.concat([Buffer.from('\n'), data.subarray(at)]);
      }
      this.takeField(field);
    }
    return data.subarray(at);
  }

  private takeField(field: string): void {
    if (this.meta === undefined) {
      const meta = raw.exec(field);
      if (meta === null) throw new LostProcessError('diff-tree answered out of frame');
      this.meta = meta;
      return;
    }
    const status = this.meta[3]!;
    if ((status === 'R' || status === 'C') && this.oldPath === undefined) {
      this.oldPath = field;
      return;
    }
    this.addFile(this.meta[1]!, this.meta[2]!, status, this.oldPath ?? field, field);
    this.meta = undefined;
    this.oldPath = undefined;
  }

  private addFile(oldMode: string, newMode: string, status: string, oldPath: string, newPath: string): void {
    // A file that becomes a link, or the like, is told as one file deleted and another one made.
    const parts =
      status === 'T'
        ? ([
            [oldMode, '000000'],
            ['000000', newMode],
          ] as const)
        : ([[oldMode, newMode]] as const);
    for (const [a, b] of parts) {
      this.totalFiles += 1;
      this.expectedPatches += 1;
      if (this.entries.length >= this.limits.max_files) {
        this.overflow = true;
        continue;
      }
      this.entries.push({
        old_path: oldPath,
        new_path: newPath,
        a_mode: a === '000000' ? '0' : a,
        b_mode: b === '000000' ? '0' : b,
        new_file: a === '000000',
        renamed_file: status === 'R',
        deleted_file: b === '000000',
        diff: '',
        too_large: false,
      });
    }
  }

  private takePatches(data: Buffer): Buffer {
    let at = 0;
    for (let start = data.indexOf(patchStart, at); start >= 0; start = data.indexOf(patchStart, at)) {
      if (this.current >= 0) {
        this.keep(data.subarray(at, start + 1));
        this.closePatch();
      }
      this.current += 1;
      at = start + 1;
    }
    // The end of the data may be the start of the next patch's first line.
    const usable = Math.max(at, data.length - patchStart.length);
    this.keep(data.subarray(at, usable));
    return data.subarray(usable);
  }

  private keep(bytes: Buffer): void {
    this.patchBytes += bytes.length;
    const isWanted = this.entries[this.current] !== undefined && this.keptBytes < this.limits.max_bytes;
    if (isWanted && this.patchBytes <= this.limits.max_patch_bytes) this.kept.push(Buffer.from(bytes));
    else this.unwantedBytes += bytes.length;
  }

  private closePatch(): void {
    const entry = this.entries[this.current];
    const isTooLarge = this.patchBytes > this.limits.max_patch_bytes;
    if (entry !== undefined && isTooLarge) {
      entry.too_large = true;
    } else if (entry !== undefined && this.keptBytes + this.patchBytes <= this.limits.max_bytes) {
      entry.diff = patchText(Buffer.concat(this.kept));
      this.keptBytes += this.patchBytes;
    } else if (entry !== undefined) {
      entry.too_large = true;
      this.overflow = true;
      // From the first diff that does not fit on, none is shown, however small: what is shown is a
      // prefix of the whole.
      this.keptBytes = this.limits.max_bytes;
    }
    this.kept = [];
    this.patchBytes = 0;
  }

  /** Marks what was never read because the answer was given up. */
  giveUp(): void {
    this.overflow = true;
    for (const entry of this.entries.slice(Math.max(0, this.current))) {
      entry.diff = '';
      entry.too_large = true;
    }
  }
}

/**
 * The part of a patch that clients show: without git's own header lines, which `index` or `rename`
 * make.
 */
function patchText(patch: Buffer): string {
  for (const marker of ['\n--- ', '\nBinary files ']) {
    const at = patch.indexOf(marker);
    if (at >= 0) return patch.toString('utf8', at + 1);
  }
  return '';
}
