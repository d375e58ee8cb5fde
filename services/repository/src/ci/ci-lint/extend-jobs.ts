/** Resolves the `extends` keyword of jobs. */
import { isMapping, type Mapping } from './parse-definition';

const MAX_DEPTH = 11;

/** Jobs by name, including hidden ones, and the errors of their `extends`. */
export interface ExtendedJobs {
  jobs: Map<string, Mapping>;
  errors: string[];
}

/**
 * Resolves `extends`. With `isPartial`, unknown jobs may come from included files and are skipped.
 */
export function extendJobs(raw: ReadonlyMap<string, Mapping>, isPartial: boolean): ExtendedJobs {
  const errors: string[] = [];
  const done = new Map<string, Mapping>();
  const resolve = (name: string, path: readonly string[]): Mapping => {
    const job = raw.get(name) ?? {};
    const earlier = done.get(name);
    if (earlier) return earlier;
    const { extends: bases, ...own } = job;
    let base: Mapping = {};
    for (const other of [bases].flat().filter((each) => typeof each === 'string')) {
      const problem = problemOf(other, name, path);
      if (problem === null) base = merge(base, resolve(other, [...path, name]));
      else if (problem !== '') errors.push(problem);
    }
    const extended = merge(base, own);
    done.set(name, extended);
    return extended;
  };
  /** The problem of a base; an empty string if it may be in another file. */
  const problemOf = (other: string, name: string, path: readonly string[]): string | null => {
    if (other === name || path.includes(other)) return `${name}: circular dependency detected in \`extends\``;
    if (path.length >= MAX_DEPTH) return `${name}: nesting too deep in \`extends\``;
    if (raw.has(other)) return null;
    return isPartial ? '' : `${name}: unknown keys in \`extends\` (${other})`;
  };
  const jobs = new Map([...raw.keys()].map((name) => [name, resolve(name, [])]));
  return { jobs, errors };
}

/** Mappings are merged, everything else is replaced. */
function merge(base: Mapping, own: Mapping): Mapping {
  const merged = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(own)) {
    const below = merged.get(key);
    merged.set(key, isMapping(below) && isMapping(value) ? merge(below, value) : value);
  }
  return Object.fromEntries(merged);
}
