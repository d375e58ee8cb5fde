/** What the threads that match patterns are asked and what they answer. */

/** A pattern and the texts to look for it in. */
export interface PatternQuestion {
  source: string;
  /** Ignores case and takes the text as one line; otherwise `^` and `$` match at each line. */
  ignore_case: boolean;
  texts: readonly string[];
}

/** `done` names for each text whether the pattern is found in it. */
export type PatternAnswer =
  { kind: 'started' } | { kind: 'invalid' } | { kind: 'done'; matches: boolean[]; program_size: number };
