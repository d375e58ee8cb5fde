/** Messages between a process and its pattern threads. */

/** A pattern and the texts to search. */
export interface PatternRequest {
  source: string;
  /** Ignores case and treats the text as one line; otherwise `^` and `$` match at each line. */
  ignore_case: boolean;
  texts: readonly string[];
}

/** `done` tells for each text whether it contains a match. */
export type PatternResponse = { kind: 'invalid' } | { kind: 'done'; matches: boolean[]; program_size: number };
