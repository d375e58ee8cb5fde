/**
 * Parses the output of `diff-tree --raw -z -p` in chunks into diff entries and discards what
 * exceeds the limits.
 */
import { LostProcessError } from '../worker/persistent-process';

export interface DiffEntry {
  old_path: string;
  new_path: string;
  /** Six digits, or `0` on the side where the file does not exist. */
  a_mode: string;
  b_mode: string;
  new_file: boolean;
  renamed_file: boolean;
  deleted_file: boolean;
  /**
   * Unified diff starting at its `---` line, a sentence for binary files, or empty when no line
   * differs.
   */
  diff: string;
  /** The diff was left out because it is too large. */
  too_large: boolean;
}

export interface DiffLimits {
  /** Maximum number of entries. */
  max_files: number;
  /** Maximum bytes of all diffs. */
  max_bytes: number;
  /** Maximum bytes of one file's diff. */
  max_patch_bytes: number;
}

const raw = /^:(\d{6}) (\d{6}) [0-9a-f]+ [0-9a-f]+ ([A-Z])\d*$/;
const patchStart = Buffer.from('\ndiff --git ');
const noData = Buffer.alloc(0);
// Output read and discarded after the limit before the process is killed; restarting one costs
// about as much.
const drainBytes = 32 * 1024 * 1024;

export class PatchParser {
  readonly entries: DiffEntry[] = [];
  /** Number of changed files, including those over the limit. */
  totalFiles = 0;
  /** Files or diffs were left out because of a limit on the total. */
  overflow = false;
  private stage: 'header' | 'raw' | 'patches' = 'header';
  private rest: Buffer = noData;
  private meta: RegExpExecArray | undefined;
  private oldPath: string | undefined;
  private current = -1;
  private patchChunks: Buffer[] = [];
  private totalPatchBytes = 0;
  private patchBytes = 0;
  private skippedBytes = 0;
  private expectedPatches = 0;

  constructor(private readonly limits: DiffLimits) {}

  /** Parses a chunk; returns false when no more input is needed. */
  push(chunk: Buffer): boolean {
    let data = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    this.rest = noData;
    if (this.stage === 'header') data = this.consumeHeader(data);
    if (this.stage === 'raw') data = this.consumeRaw(data);
    if (this.stage === 'patches') data = this.consumePatches(data);
    this.rest = data;
    return this.skippedBytes < drainBytes;
  }

  /** Marks the output as complete. Throws when it is not a valid comparison of two trees. */
  end(): void {
    if (this.stage === 'patches') {
      this.appendPatch(this.rest);
      this.finishPatch();
      this.current += 1;
    }
    const expected = this.stage === 'patches' ? this.expectedPatches : 0;
    if (
      this.stage === 'header' ||
      (this.stage === 'raw' && this.totalFiles > 0) ||
      Math.max(0, this.current) !== expected
    ) {
      throw new LostProcessError('diff-tree returned unexpected output');
    }
  }

  private consumeHeader(data: Buffer): Buffer {
    const end = data.indexOf(10);
    if (end < 0) return data;
    this.stage = 'raw';
    return data.subarray(end + 1);
  }

  /** Fields end with NUL; an empty field separates the list of files from the patches. */
  private consumeRaw(data: Buffer): Buffer {
    let at = 0;
    for (let end = data.indexOf(0, at); end >= 0; end = data.indexOf(0, at)) {
      const field = data.toString('utf8', at, end);
      at = end + 1;
      if (field === '' && this.meta === undefined) {
        this.stage = 'patches';
        // The first patch has no preceding line that would end with a newline.
        return Buffer.concat([Buffer.from('\n'), data.subarray(at)]);
      }
      this.consumeField(field);
    }
    return data.subarray(at);
  }

  private consumeField(field: string): void {
    if (this.meta === undefined) {
      const meta = raw.exec(field);
      if (meta === null) throw new LostProcessError('diff-tree returned unexpected output');
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
    // A type change, such as file to link, is reported as one deleted and one created file.
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

  private consumePatches(data: Buffer): Buffer {
    let at = 0;
    for (let start = data.indexOf(patchStart, at); start >= 0; start = data.indexOf(patchStart, at)) {
      if (this.current >= 0) {
        this.appendPatch(data.subarray(at, start + 1));
        this.finishPatch();
      }
      this.current += 1;
      at = start + 1;
    }
    // The end of the data may be the start of the next patch's first line.
    const usable = Math.max(at, data.length - patchStart.length);
    this.appendPatch(data.subarray(at, usable));
    return data.subarray(usable);
  }

  private appendPatch(bytes: Buffer): void {
    this.patchBytes += bytes.length;
    const shouldKeep = this.entries[this.current] !== undefined && this.totalPatchBytes < this.limits.max_bytes;
    if (shouldKeep && this.patchBytes <= this.limits.max_patch_bytes) this.patchChunks.push(Buffer.from(bytes));
    else this.skippedBytes += bytes.length;
  }

  private finishPatch(): void {
    const entry = this.entries[this.current];
    const isTooLarge = this.patchBytes > this.limits.max_patch_bytes;
    if (entry !== undefined && isTooLarge) {
      entry.too_large = true;
    } else if (entry !== undefined && this.totalPatchBytes + this.patchBytes <= this.limits.max_bytes) {
      entry.diff = patchText(Buffer.concat(this.patchChunks));
      this.totalPatchBytes += this.patchBytes;
    } else if (entry !== undefined) {
      entry.too_large = true;
      this.overflow = true;
      // After the first diff over the limit, all later ones are left out, so that the result is a
      // prefix of the whole.
      this.totalPatchBytes = this.limits.max_bytes;
    }
    this.patchChunks = [];
    this.patchBytes = 0;
  }

  /** Marks the entries that were not read because parsing stopped. */
  abandon(): void {
    this.overflow = true;
    for (const entry of this.entries.slice(Math.max(0, this.current))) {
      entry.diff = '';
      entry.too_large = true;
    }
  }
}

/** The part of a patch that clients see: without git's header lines such as `index` or `rename`. */
function patchText(patch: Buffer): string {
  for (const marker of ['\n--- ', '\nBinary files ']) {
    const at = patch.indexOf(marker);
    if (at >= 0) return patch.toString('utf8', at + 1);
  }
  return '';
}
