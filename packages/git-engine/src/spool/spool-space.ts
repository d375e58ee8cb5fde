/** The disk space of all spools together, shared fairly among callers. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, statfs, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { type Caller, Shares, sharesOf } from '@forgemesh/admission';

/** Limits of the space. */
export interface SpoolSpaceLimits {
  /** Bytes of all files together; a quarter for one caller, half for all without a token. */
  maxBytes: number;
  /** Bytes that stay free on the disk. */
  minFreeBytes: number;
}

const defaults: SpoolSpaceLimits = {
  maxBytes: 4 * 1024 ** 3,
  minFreeBytes: 1024 ** 3,
};
/** Time between two checks of the free space on the disk, in milliseconds. */
const CHECK_MS = 1000;

export class SpoolSpace {
  private readonly limits: SpoolSpaceLimits;
  private readonly shares: Shares;
  private isDiskFree = false;
  private checkedAt = -Infinity;
  private checking: Promise<void> | undefined;

  constructor(
    private readonly folder: string,
    limits: Partial<SpoolSpaceLimits> = {},
  ) {
    this.limits = { ...defaults, ...limits };
    this.shares = new Shares(sharesOf(this.limits.maxBytes));
  }

  /** Bytes in use. */
  get bytes(): number {
    return this.shares.held;
  }

  /** Takes space for a caller; false if there is none. */
  async take(caller: Caller, bytes: number): Promise<boolean> {
    return (await this.hasFreeDisk()) && this.shares.take(caller, bytes);
  }

  /** Gives space back. */
  give(caller: Caller, bytes: number): void {
    this.shares.give(caller, bytes);
  }

  /**
   * A new file, which has no name any more, so that its space is free as soon as it is closed, also
   * by a crash. Rejects with the error of the file system.
   */
  async openFile(): Promise<FileHandle> {
    const name = path.join(this.folder, randomUUID());
    await mkdir(this.folder, { recursive: true });
    const file = await open(name, 'wx+', 0o600);
    try {
      await rm(name);
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  private async hasFreeDisk(): Promise<boolean> {
    if (performance.now() - this.checkedAt < CHECK_MS) return this.isDiskFree;
    // All who ask meanwhile wait for the same check.
    this.checking ??= this.checkDisk();
    await this.checking;
    return this.isDiskFree;
  }

  private async checkDisk(): Promise<void> {
    try {
      await mkdir(this.folder, { recursive: true });
      const { bavail, bsize } = await statfs(this.folder);
      this.isDiskFree = bavail * bsize > this.limits.minFreeBytes;
    } catch {
      // The disk accepts no files: their writers wait for their readers.
      this.isDiskFree = false;
    }
    this.checkedAt = performance.now();
    this.checking = undefined;
  }
}
