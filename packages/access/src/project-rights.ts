/**
 * Rights on the features of a project, decided in one place for the gateway and all services.
 *
 * The rules are pure: they need the caller's rights on the project, which the projects service
 * grants, and nothing else.
 */
import type { GrantedResource } from './granted-resource';
import { REPORTER } from './levels';

/**
 * Features of a project. Labels and milestones (`planning`) serve issues and merge requests, and
 * have no level of their own.
 */
export const PROJECT_FEATURES = [
  'repository',
  'merge_requests',
  'issues',
  'planning',
  'wiki',
  'snippets',
  'builds',
  'pipelines',
] as const;

/** A feature of a project. */
export type ProjectFeature = (typeof PROJECT_FEATURES)[number];

/** A caller's rights on a project. */
export type ProjectRights = Pick<GrantedResource, 'level' | 'open' | 'features'>;

/** What an operation on a feature of a project requires of its caller. */
export interface FeatureRule {
  /** A `ProjectFeature`. Other names, and none, stand for what is always enabled. */
  feature: string;
  /** Minimum level of members; 0 for everyone who may read the project. */
  role: number;
  /** Whether non-members pass where the project is open to them. */
  open: boolean;
}

/** Features that readers of a project may read only as reporters, unless the project is open. */
const REPORTER_FEATURES: readonly ProjectFeature[] = ['repository', 'merge_requests', 'builds', 'pipelines'];

/** Features that are readable with any of the features that they serve. */
const SHARED_FEATURES: Partial<Record<string, readonly ProjectFeature[]>> = {
  planning: ['issues', 'merge_requests'],
};

/** Minimum level of members to read a feature that is restricted to members. */
export function minMemberLevel(feature: ProjectFeature): number {
  return Math.max(readLevel(feature), 1);
}

/**
 * Whether the level of a feature admits the caller, regardless of the role that reading it requires
 * while it is enabled.
 */
export function isFeatureAvailable(feature: ProjectFeature, { features, level }: Omit<ProjectRights, 'open'>): boolean {
  const featureLevel = features[feature] ?? 'enabled';
  return featureLevel === 'enabled' || (featureLevel === 'private' && level >= minMemberLevel(feature));
}

/** Whether a caller who may read a project meets a rule. */
export function meetsRule(rule: FeatureRule, project: ProjectRights): boolean {
  const served = SHARED_FEATURES[rule.feature];
  if (served) return served.some((feature) => meetsRule(ruleOfServed(rule, feature), project));
  const featureLevel = project.features[rule.feature] ?? 'enabled';
  if (featureLevel === 'disabled') return false;
  const isOpen = rule.open && project.open && featureLevel !== 'private';
  const minLevel = featureLevel === 'private' ? Math.max(rule.role, 1) : rule.role;
  return isOpen || project.level >= minLevel;
}

/**
 * Whether a caller who may read a project may read one of its features. Confidential issues and
 * private snippets have further rules.
 */
export function canReadFeature(project: ProjectRights, feature: ProjectFeature): boolean {
  return meetsRule({ feature, role: readLevel(feature), open: true }, project);
}

function readLevel(feature: ProjectFeature): number {
  return REPORTER_FEATURES.includes(feature) ? REPORTER : 0;
}

function ruleOfServed({ role, open }: FeatureRule, feature: ProjectFeature): FeatureRule {
  return { feature, role: Math.max(role, readLevel(feature)), open };
}
