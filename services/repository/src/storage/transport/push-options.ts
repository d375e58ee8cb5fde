/** Parses the options that a client sends with a push. */
import type { MergeRequestPushOptions } from '@forgemesh/proto/collaboration/v1/pushed_branch';

/** Push options, and warnings about those that have no effect. */
export interface PushOptions {
  /** Undefined if no option is about merge requests. */
  merge_request: MergeRequestPushOptions | undefined;
  warnings: string[];
}

/** Characters of an option that a warning shows. */
const MAX_SHOWN = 100;
/** Warnings of one push. */
const MAX_WARNINGS = 10;
/** Options that are considered: more than the labels that a merge request may have. */
const MAX_OPTIONS = 200;
const SHORT_PREFIX = 'mr.';
const PREFIX = 'merge_request.';

/** Without a value, an option is set. */
const flags: ReadonlyMap<string | undefined, boolean> = new Map([
  [undefined, true],
  ['', true],
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

type Setter = (options: MergeRequestPushOptions, value: string | undefined) => boolean;

/** Sets an option that is on or off; false if the value is neither. */
const flag =
  (name: 'create' | 'remove_source_branch' | 'merge_when_pipeline_succeeds'): Setter =>
  (options, value) => {
    const isOn = flags.get(value);
    if (isOn !== undefined) options[name] = isOn;
    return isOn !== undefined;
  };

/** Sets an option with a text, the last one counts; false without a text. */
const text =
  (name: 'target' | 'title' | 'description'): Setter =>
  (options, value) => {
    if (value) options[name] = value;
    return Boolean(value);
  };

/** Adds to an option that may be repeated; false without a text. */
const list =
  (name: 'add_labels' | 'remove_labels'): Setter =>
  (options, value) => {
    if (value) options[name].push(value);
    return Boolean(value);
  };

const setters: ReadonlyMap<string, Setter> = new Map([
  ['create', flag('create')],
  ['target', text('target')],
  ['title', text('title')],
  ['description', text('description')],
  ['label', list('add_labels')],
  ['unlabel', list('remove_labels')],
  ['remove_source_branch', flag('remove_source_branch')],
  ['merge_when_pipeline_succeeds', flag('merge_when_pipeline_succeeds')],
]);

/** Parses options such as `merge_request.target=main`. */
export function parsePushOptions(options: readonly string[]): PushOptions {
  const merge_request: MergeRequestPushOptions = {
    create: false,
    add_labels: [],
    remove_labels: [],
    merge_when_pipeline_succeeds: false,
  };
  const warnings: string[] = [];
  let isUsed = false;
  for (const option of options.slice(0, MAX_OPTIONS)) {
    const [, name = '', value] = /^([^=]*)(?:=([^]*))?$/.exec(option) ?? [];
    // Webhooks tell it to those who run pipelines.
    if (name === 'ci.skip') continue;
    const problem = problemOf(merge_request, name, value);
    if (problem === undefined) isUsed = true;
    else warnings.push(`The push option '${option.slice(0, MAX_SHOWN)}' ${problem}.`);
  }
  const skipped = Math.max(options.length - MAX_OPTIONS, 0);
  const others = warnings.splice(MAX_WARNINGS).length + skipped;
  if (others > 0) warnings.push(`${others} more push options have no effect.`);
  return { merge_request: isUsed ? merge_request : undefined, warnings };
}

/** Sets the option; the reason if it has no effect. */
function problemOf(
  merge_request: MergeRequestPushOptions,
  name: string,
  value: string | undefined,
): string | undefined {
  const key = name.startsWith(SHORT_PREFIX) ? `${PREFIX}${name.slice(SHORT_PREFIX.length)}` : name;
  const set = key.startsWith(PREFIX) ? setters.get(key.slice(PREFIX.length)) : undefined;
  if (name === 'ci.variable') return 'has no effect: a push starts no pipeline';
  if (!set) return 'is unknown and has no effect';
  return set(merge_request, value) ? undefined : 'has an invalid value and no effect';
}
