/** Access levels of a project's features. */

/** `disabled`: nobody, `private`: members, `enabled`: everyone who sees the project. */
export type FeatureLevel = 'disabled' | 'private' | 'enabled';
/** Features with an access level. */
export type Feature = 'issues' | 'repository' | 'merge_requests' | 'wiki' | 'builds' | 'snippets';

/** Feature levels as a project stores them. */
export interface FeatureLevels {
  issues_access_level: FeatureLevel;
  repository_access_level: FeatureLevel;
  merge_requests_access_level: FeatureLevel;
  wiki_access_level: FeatureLevel;
  builds_access_level: FeatureLevel;
  snippets_access_level: FeatureLevel;
  /** Whether pipelines are readable for everyone who may read builds. */
  public_builds: boolean;
}

/** All features. */
export const features: readonly Feature[] = ['issues', 'repository', 'merge_requests', 'wiki', 'builds', 'snippets'];

/** Projection of the fields that the levels are computed from. */
export const featureFields = {
  issues_access_level: 1,
  repository_access_level: 1,
  merge_requests_access_level: 1,
  wiki_access_level: 1,
  builds_access_level: 1,
  snippets_access_level: 1,
  public_builds: 1,
} as const satisfies Record<keyof FeatureLevels, 1>;

const order: Record<FeatureLevel, number> = { disabled: 0, private: 1, enabled: 2 };

/**
 * Effective levels. Merge requests and builds are never more accessible than the repository,
 * pipelines as accessible as the builds if these are public.
 */
export function featureLevels(project: FeatureLevels): Record<Feature | 'pipelines', FeatureLevel> {
  const { repository_access_level: repository } = project;
  const builds = lower(project.builds_access_level, repository);
  return {
    issues: project.issues_access_level,
    repository,
    merge_requests: lower(project.merge_requests_access_level, repository),
    wiki: project.wiki_access_level,
    builds,
    pipelines: project.public_builds ? builds : lower(builds, 'private'),
    snippets: project.snippets_access_level,
  };
}

function lower(one: FeatureLevel, other: FeatureLevel): FeatureLevel {
  return order[one] < order[other] ? one : other;
}
