/** The keywords of a definition and of its jobs, each with a check of its value. */
import {
  checkMapping,
  isAnything,
  isBoolean,
  isCoverage,
  isDuration,
  isInclude,
  isOneOf,
  isParallel,
  isScript,
  isServices,
  isStringList,
  isStringOrList,
  isText,
  isTextOrMapping,
  isVariables,
  type Check,
} from './entry-checks';
import { isMapping } from './parse-definition';

/**
 * A check of a value that includes the entry's name in its messages, because there may be several.
 */
export type EntryCheck = (value: unknown, name: string) => string[];

const whenRun = isOneOf('on_success', 'on_failure', 'always', 'manual', 'delayed', 'never');
const artifactsWhen = isOneOf('on_success', 'on_failure', 'always');

const cacheKeys = keys({
  key: isTextOrMapping,
  untracked: isBoolean,
  paths: isStringList,
  when: artifactsWhen,
  unprotect: isBoolean,
  policy: isOneOf('pull-push', 'push', 'pull'),
  fallback_keys: isStringList,
});
const artifactsKeys = keys({
  name: isText,
  untracked: isBoolean,
  paths: isStringList,
  exclude: isStringList,
  expose_as: isText,
  reports: reportsProblem,
  when: artifactsWhen,
  expire_in: isDuration,
  public: isBoolean,
});
const ruleKeys = keys({
  if: isText,
  changes: listOrMapping,
  exists: listOrMapping,
  when: whenRun,
  start_in: isDuration,
  allow_failure: isBoolean,
  variables: isVariables,
  needs: isAnything,
});
const onlyKeys = keys({
  refs: isStringList,
  kubernetes: isOneOf('active'),
  variables: isStringList,
  changes: isStringList,
});
const environmentKeys = keys({
  name: isText,
  url: isText,
  on_stop: isText,
  action: isOneOf('start', 'stop', 'prepare', 'verify', 'access'),
  auto_stop_in: isDuration,
  kubernetes: mappingProblem,
  deployment_tier: isText,
});
const retryKeys = keys({ max: retryProblem, when: isStringOrList, exit_codes: isAnything });
const defaultKeys = new Set([
  ...['before_script', 'image', 'services', 'after_script', 'cache', 'interruptible', 'timeout', 'retry', 'tags'],
  ...['artifacts', 'id_tokens', 'hooks'],
]);

/** Keywords of jobs; some of them are also allowed at the top level as defaults. */
const jobKeywords: Record<string, EntryCheck> = {
  script: one(isScript),
  before_script: one(isScript),
  after_script: one(isScript),
  stage: one(isText),
  type: one(isText),
  image: one(isTextOrMapping),
  services: one(isServices),
  tags: one(isStringList),
  only: (value, name) => checkMapping(value, name, onlyKeys, isStringOrList),
  except: (value, name) => checkMapping(value, name, onlyKeys, isStringOrList),
  rules: checkRules,
  variables: one(isVariables),
  when: (value, name) => one(whenRun)(value, `${name.replace(/:when$/, '')} when`),
  start_in: one(isDuration),
  allow_failure: (value, name) => (isMapping(value) ? [] : one(isBoolean)(value, name)),
  artifacts: (value, name) => checkMapping(value, name, artifactsKeys),
  cache: (value, name) =>
    [value].flat().flatMap((item: unknown) => (item === null ? [] : checkMapping(item, name, cacheKeys))),
  dependencies: one(isStringList),
  needs: one(needsProblem),
  environment: (value, name) => checkMapping(value, name, environmentKeys, isText),
  coverage: one(isCoverage),
  retry: (value, name) => checkMapping(value, name, retryKeys, retryProblem),
  parallel: one(isParallel),
  interruptible: one(isBoolean),
  timeout: one(isDuration),
  resource_group: one(isText),
  extends: one(isStringOrList),
  trigger: one(isTextOrMapping),
  inherit: one(mappingProblem),
  release: one(mappingProblem),
  secrets: one(mappingProblem),
  id_tokens: one(mappingProblem),
  hooks: one(mappingProblem),
  pages: one(isAnything),
  publish: one(isText),
};

/** Checks by keyword of a job. */
export const jobChecks: ReadonlyMap<string, EntryCheck> = new Map(Object.entries(jobKeywords));

/** Checks by keyword at the top level of a definition. */
export const globalChecks: ReadonlyMap<string, EntryCheck> = new Map(
  Object.entries({
    ...pick('before_script', 'after_script', 'image', 'services', 'variables', 'cache'),
    stages: one(isStringList),
    types: one(isStringList),
    include: one(isInclude),
    default: checkDefault,
    workflow: checkWorkflow,
    spec: one(mappingProblem),
  }),
);

function pick(...names: (keyof typeof jobKeywords)[]): Record<string, EntryCheck> {
  return Object.fromEntries(names.map((name) => [name, jobKeywords[name] as EntryCheck]));
}

function keys(checks: Record<string, Check>): ReadonlyMap<string, Check> {
  return new Map(Object.entries(checks));
}

function one(check: Check): EntryCheck {
  return (value, name) => {
    const problem = check(value);
    return problem === null ? [] : [`${name} ${problem}`];
  };
}

function checkDefault(value: unknown, name: string): string[] {
  if (!isMapping(value)) return [`${name} config should be a hash`];
  const unknown = Object.keys(value).filter((key) => !defaultKeys.has(key));
  return [
    ...(unknown.length > 0 ? [`${name} config contains unknown keys: ${unknown.join(', ')}`] : []),
    ...Object.entries(value).flatMap(([key, item]) =>
      defaultKeys.has(key) ? (jobChecks.get(key)?.(item, `${name}:${key}`) ?? []) : [],
    ),
  ];
}

function checkWorkflow(value: unknown, name: string): string[] {
  const problems = checkMapping(value, name, keys({ rules: isAnything, name: isText, auto_cancel: mappingProblem }));
  if (problems.length > 0 || !isMapping(value) || value['rules'] === undefined) return problems;
  return checkRules(value['rules'], `${name}:rules`);
}

function checkRules(value: unknown, name: string): string[] {
  if (!Array.isArray(value)) return [`${name} config should be an array of hashes`];
  // A list may contain the rules of another list.
  return value.flat(2).flatMap((rule: unknown) => checkMapping(rule, `${name}:rule`, ruleKeys));
}

function needsProblem(value: unknown): string | null {
  const items = [value].flat();
  const isRight = items.every((item) => typeof item === 'string' || isMapping(item));
  return isRight && (Array.isArray(value) || isMapping(value))
    ? null
    : 'config should be an array of hashes or strings';
}

function reportsProblem(value: unknown): string | null {
  const isRight =
    isMapping(value) && Object.values(value).every((item) => isStringOrList(item) === null || isMapping(item));
  return isRight ? null : 'config should be a hash of strings or arrays of strings';
}

function listOrMapping(value: unknown): string | null {
  return isMapping(value) ? null : isStringList(value);
}

function mappingProblem(value: unknown): string | null {
  return isMapping(value) ? null : 'config should be a hash';
}

function retryProblem(value: unknown): string | null {
  const isRight = Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 2;
  return isRight ? null : 'config should be a number from 0 to 2 or a hash';
}
