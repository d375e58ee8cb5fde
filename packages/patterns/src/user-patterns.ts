/**
 * Regular expressions of users. They run in linear time, but a large one is slow on a long text:
 * they are matched in worker threads with a time limit, so that they never block the event loop.
 */
import { join } from 'node:path';
import { ThreadBusyError, ThreadLimitError, ThreadPool } from '@forgemesh/threads';
import type { PatternResponse, PatternRequest } from './pattern-messages';

/** Maximum length of a searched text, in bytes. */
export const MAX_PATTERN_TEXT = 64 * 1024;
/** Maximum number of instructions of a compiled pattern that may be saved. */
export const MAX_PROGRAM_SIZE = 2048;
/** Maximum total length of the texts of one request, in UTF-16 units. */
const MAX_BATCH = 128 * 1024;
const LIMIT_MS = 1_000;
/** Requests that wait longer than this for a thread are rejected. */
const WAIT_MS = 30_000;
/** Maximum length of all waiting requests together, in UTF-16 units. */
const MAX_WAITING = 64 * 1024 * 1024;
const THREADS = 2;
/** Maximum memory of a thread. */
const MAX_HEAP_MB = 128;

/** A pattern could not be matched within its deadline. */
export class PatternTimeoutError extends Error {
  override readonly name = 'PatternTimeoutError';
}

/** A pattern and its matching mode. */
export type Pattern = Pick<PatternRequest, 'source'> & Partial<Pick<PatternRequest, 'ignore_case'>>;

/** Whether a text is too long to be matched. */
export function isTooLongToMatch(text: string): boolean {
  return text.length > MAX_PATTERN_TEXT || Buffer.byteLength(text) > MAX_PATTERN_TEXT;
}

/** Threads that compile and match patterns, in turns of their owners. */
export class UserPatterns {
  private readonly pool: ThreadPool<PatternRequest, PatternResponse>;

  constructor({ threads, limitMs, waitMs } = { threads: THREADS, limitMs: LIMIT_MS, waitMs: WAIT_MS }) {
    this.pool = new ThreadPool({
      // The compiled thread, also if this file runs as source in a test.
      file: join(__dirname, '../dist/pattern-thread.js'),
      threads,
      limitMs,
      waitMs,
      maxWaiting: MAX_WAITING,
      maxHeapMb: MAX_HEAP_MB,
    });
  }

  /** Returns the problem of a pattern that is to be saved; undefined if it is valid. */
  async check(owner: string, source: string): Promise<string | undefined> {
    if (source === '') return undefined;
    try {
      const response = await this.send(owner, { source, ignore_case: false, texts: [] });
      if (response.kind === 'invalid') return 'is an invalid regular expression';
      return response.program_size > MAX_PROGRAM_SIZE ? 'is too complex' : undefined;
    } catch (error) {
      if (error instanceof PatternTimeoutError) return 'is too complex';
      throw error;
    }
  }

  /**
   * Returns for each text whether it contains a match. Throws PatternTimeoutError if that takes too
   * long, RangeError for a text that is too long and SyntaxError for an invalid pattern.
   */
  async match(owner: string, { source, ignore_case = false }: Pattern, texts: readonly string[]): Promise<boolean[]> {
    if (texts.some(isTooLongToMatch)) throw new RangeError(`Texts are longer than ${MAX_PATTERN_TEXT} bytes`);
    const matches: boolean[] = [];
    for (const batch of batchesOf(texts)) {
      const response = await this.send(owner, { source, ignore_case, texts: batch });
      if (response.kind === 'invalid') throw new SyntaxError(`Invalid pattern: ${source}`);
      matches.push(...response.matches);
    }
    return matches;
  }

  private async send(owner: string, request: PatternRequest): Promise<PatternResponse> {
    const size = request.texts.reduce((sum, text) => sum + text.length, request.source.length);
    try {
      return await this.pool.run(owner, request, size);
    } catch (error) {
      const isLimit = error instanceof ThreadLimitError || error instanceof ThreadBusyError;
      throw isLimit ? new PatternTimeoutError(`A pattern was not matched: ${error.message}`) : error;
    }
  }
}

function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = [];
  let size = 0;
  for (const text of texts) {
    const last = batches.at(-1);
    if (last && size + text.length <= MAX_BATCH) last.push(text);
    else {
      batches.push([text]);
      size = 0;
    }
    size += text.length;
  }
  return batches;
}

/** The threads of this process. */
export const userPatterns = new UserPatterns();
