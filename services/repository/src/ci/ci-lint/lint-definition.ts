/** Checks a pipeline definition: its syntax, its keywords, and the references between jobs. */
import { checkJobOrder } from './check-job-order';
import { extendJobs } from './extend-jobs';
import { globalChecks, jobChecks } from './keywords';
import { isMapping, parseDefinition, type Mapping } from './parse-definition';

const MAX_ERRORS = 100;
const MAX_ERROR_LENGTH = 1_000;

/**
 * The errors of a definition; empty if it is valid. Included files are not read: if there are any,
 * references to jobs and stages outside of the definition are accepted.
 */
export function lintDefinition(content: string): string[] {
  const errors = lint(content).slice(0, MAX_ERRORS);
  return errors.map((error) => (error.length > MAX_ERROR_LENGTH ? `${error.slice(0, MAX_ERROR_LENGTH)}...` : error));
}

function lint(content: string): string[] {
  let config: Mapping;
  try {
    config = parseDefinition(content);
  } catch (error) {
    return [error instanceof Error ? error.message : 'Invalid configuration format'];
  }
  const isPartial = config['include'] !== undefined && config['include'] !== null;
  const entries = Object.entries(config);
  const unknown = entries.filter(([key, value]) => !globalChecks.has(key) && !isHidden(key) && !isMapping(value));
  const raw = new Map(
    entries.filter((entry): entry is [string, Mapping] => !globalChecks.has(entry[0]) && isMapping(entry[1])),
  );
  const { jobs, errors: extendErrors } = extendJobs(raw, isPartial);
  const visible = new Map([...jobs].filter(([name]) => !isHidden(name)));
  const errors = [
    ...(unknown.length > 0 ? [`root config contains unknown keys: ${unknown.map(([key]) => key).join(', ')}`] : []),
    ...entries.flatMap(([key, value]) => (value === null ? [] : (globalChecks.get(key)?.(value, key) ?? []))),
    ...extendErrors,
    ...[...visible].flatMap(([name, job]) =>
      checkJob(name, job, isPartial && raw.get(name)?.['extends'] !== undefined),
    ),
    ...(visible.size === 0 && !isPartial && unknown.length === 0
      ? ['jobs config should contain at least one visible job']
      : []),
  ];
  // References between jobs can be checked only if each job is valid.
  return errors.length > 0 ? errors : checkJobOrder(config, visible, isPartial);
}

function isHidden(name: string): boolean {
  return name.startsWith('.');
}

/** Checks one job. A part of an incomplete job is in an included file. */
function checkJob(name: string, job: Mapping, isIncomplete: boolean): string[] {
  const location = `jobs:${name}`;
  const keys = Object.keys(job).filter((key) => job[key] !== null);
  const unknown = keys.filter((key) => !jobChecks.has(key));
  const excluded = keys.includes('rules') ? ['only', 'except'].filter((key) => keys.includes(key)) : [];
  const isRunnable = ['script', 'trigger'].some((key) => keys.includes(key)) || isIncomplete;
  return [
    ...(name.trim() === '' ? ["jobs name can't be blank"] : []),
    ...(unknown.length > 0 ? [`${location} config contains unknown keys: ${unknown.join(', ')}`] : []),
    ...(isRunnable ? [] : [`${location} config should implement a script: or a trigger: keyword`]),
    ...(keys.includes('script') && keys.includes('trigger')
      ? [`${location} config contains unknown keys: script`]
      : []),
    ...(excluded.length > 0 ? [`${location} config key may not be used with \`rules\`: ${excluded.join(', ')}`] : []),
    ...(job['when'] === 'delayed' && !keys.includes('start_in') ? [`${location} start in should be a duration`] : []),
    ...(keys.includes('start_in') && job['when'] !== 'delayed' && !keys.includes('rules')
      ? [`${location} start in must be blank`]
      : []),
    ...keys.flatMap((key) => jobChecks.get(key)?.(job[key], `${location}:${key}`) ?? []),
  ];
}
