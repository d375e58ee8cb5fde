/** Checks the stages of jobs and the references between jobs. */
import { isStrings } from './entry-checks';
import { isMapping, type Mapping } from './parse-definition';

const DEFAULT_STAGES = ['build', 'test', 'deploy'];
const DEFAULT_STAGE = 'test';

/** A reference of one job to another. */
interface JobReference {
  kind: 'dependency' | 'need';
  name: string;
  isOptional: boolean;
}

/**
 * Checks that stages exist and that jobs refer only to jobs of earlier stages. With `isPartial`,
 * included files may define more of both.
 */
export function checkJobOrder(config: Mapping, jobs: ReadonlyMap<string, Mapping>, isPartial: boolean): string[] {
  const stages = stagesOf(config);
  const positions = new Map(stages.map((stage, at) => [stage, at]));
  const stageOf = (job: Mapping | undefined): unknown => job?.['stage'] ?? job?.['type'] ?? DEFAULT_STAGE;
  const positionOf = (job: Mapping | undefined): number | undefined => positions.get(String(stageOf(job)));
  return [...jobs].flatMap(([name, job]) => {
    const errors: string[] = [];
    const position = positionOf(job);
    if (position === undefined && !isPartial)
      errors.push(`${name} job: stage parameter should be ${stages.join(', ')}`);
    for (const { kind, name: other, isOptional } of referencesOf(job)) {
      const otherPosition = positionOf(jobs.get(other));
      if (!jobs.has(other)) {
        if (!isPartial && !isOptional) errors.push(`${name} job: undefined ${kind}: ${other}`);
      } else if (position !== undefined && otherPosition !== undefined && otherPosition >= position) {
        errors.push(`${name} job: ${kind} ${other} is not defined in prior stages`);
      }
    }
    return errors;
  });
}

function stagesOf({ stages, types }: Mapping): string[] {
  const named = stages ?? types;
  return ['.pre', ...(isStrings(named) ? named : DEFAULT_STAGES), '.post'].filter(
    (stage, at, all) => all.indexOf(stage) === at,
  );
}

function referencesOf({ dependencies, needs }: Mapping): JobReference[] {
  return [
    ...(isStrings(dependencies) ? dependencies : []).map((name) => ({
      kind: 'dependency' as const,
      name,
      isOptional: false,
    })),
    ...(Array.isArray(needs) ? needs : []).flatMap((need: unknown): JobReference[] => {
      if (typeof need === 'string') return [{ kind: 'need', name: need, isOptional: false }];
      // A job of another pipeline or project is not part of this definition.
      if (!isMapping(need) || typeof need['job'] !== 'string' || need['project'] || need['pipeline']) return [];
      return [{ kind: 'need', name: need['job'], isOptional: need['optional'] === true }];
    }),
  ];
}
