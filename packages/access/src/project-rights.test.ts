import {
  canReadFeature,
  isFeatureAvailable,
  meetsRule,
  minMemberLevel,
  type ProjectFeature,
  type ProjectRights,
} from './project-rights';

/** Callers who may read a project, by what the projects service grants them. */
const callers: Record<string, Pick<ProjectRights, 'level' | 'open'>> = {
  // Anonymous callers, and signed-in ones without a membership; external users of an internal
  // project do not find it.
  'non-member of an open project': { level: 0, open: true },
  'guest of an open project': { level: 10, open: true },
  'reporter of an open project': { level: 20, open: true },
  'guest of a private project': { level: 10, open: false },
  'reporter of a private project': { level: 20, open: false },
  // Owners and administrators.
  'owner of a private project': { level: 50, open: false },
};
const names = Object.keys(callers);

function project(caller: string, features: Record<string, string>): ProjectRights {
  const rights = callers[caller];
  if (!rights) throw new Error(`there is no ${caller}`);
  return { ...rights, features };
}

/** For each level of a feature, whether each caller may read it, in the order of `callers`. */
const readers: Record<string, Record<string, readonly boolean[]>> = {
  ofCode: {
    enabled: [true, true, true, false, true, true],
    private: [false, false, true, false, true, true],
    disabled: [false, false, false, false, false, false],
  },
  ofOthers: {
    enabled: [true, true, true, true, true, true],
    private: [false, true, true, true, true, true],
    disabled: [false, false, false, false, false, false],
  },
};
const features: Record<Exclude<ProjectFeature, 'planning'>, keyof typeof readers> = {
  repository: 'ofCode',
  merge_requests: 'ofCode',
  builds: 'ofCode',
  pipelines: 'ofCode',
  issues: 'ofOthers',
  wiki: 'ofOthers',
  snippets: 'ofOthers',
};

const featureNames = Object.keys(features) as (keyof typeof features)[];
const cases = featureNames.flatMap((feature) =>
  Object.entries(readers[features[feature]] ?? {}).flatMap(([level, expected]) =>
    names.map((name, index) => [feature, level, name, expected[index] as boolean] as const),
  ),
);

describe('canReadFeature', () => {
  it.each(cases)('%s, %s, for a %s: %s', (feature, level, caller, expected) => {
    expect(canReadFeature(project(caller, { [feature]: level }), feature)).toBe(expected);
  });

  it('takes a feature without a level for enabled', () => {
    expect(canReadFeature(project('non-member of an open project', {}), 'repository')).toBe(true);
    expect(canReadFeature(project('guest of a private project', {}), 'repository')).toBe(false);
    expect(canReadFeature(project('guest of a private project', {}), 'wiki')).toBe(true);
  });
});

const levels = ['enabled', 'private', 'disabled'];
const pairs = levels.flatMap((issues) => levels.map((requests) => [issues, requests] as const));

describe('labels and milestones', () => {
  it.each(pairs)('with issues %s and merge requests %s, are readable with one of them', (issues, requests) => {
    for (const name of names) {
      const rights = project(name, { issues, merge_requests: requests });
      const expected = canReadFeature(rights, 'issues') || canReadFeature(rights, 'merge_requests');
      expect([name, canReadFeature(rights, 'planning')]).toEqual([name, expected]);
    }
  });

  it.each([
    // level, issues, merge requests, expected for a rule that requires a reporter
    [10, 'enabled', 'enabled', false],
    [20, 'disabled', 'private', true],
    [20, 'private', 'disabled', true],
    [50, 'disabled', 'disabled', false],
  ])('are changed at level %i with issues %s and merge requests %s: %s', (level, issues, requests, expected) => {
    const rule = { feature: 'planning', role: 20, open: false };
    expect(meetsRule(rule, { level, open: true, features: { issues, merge_requests: requests } })).toBe(expected);
  });
});

describe('meetsRule', () => {
  it.each([
    // level of the feature, open rule, open project, role, level, expected
    ['enabled', true, true, 20, 0, true],
    ['enabled', true, false, 20, 10, false],
    ['enabled', false, true, 20, 10, false],
    ['enabled', false, true, 20, 20, true],
    ['enabled', true, true, 0, 0, true],
    ['private', true, true, 0, 0, false],
    ['private', true, true, 0, 10, true],
    ['private', true, true, 20, 10, false],
    ['private', false, false, 30, 30, true],
    ['disabled', true, true, 0, 50, false],
  ])('%s, open rule %s, open project %s, role %i, level %i: %s', (setting, open, isOpen, role, level, expected) => {
    const rule = { feature: 'issues', role, open };
    expect(meetsRule(rule, { level, open: isOpen, features: { issues: setting } })).toBe(expected);
  });

  it('checks the role alone without a feature', () => {
    const rule = { feature: '', role: 40, open: false };
    expect(meetsRule(rule, { level: 40, open: false, features: {} })).toBe(true);
    expect(meetsRule(rule, { level: 30, open: true, features: {} })).toBe(false);
  });
});

describe('isFeatureAvailable', () => {
  it.each([
    ['repository', 'enabled', 0, true],
    ['repository', 'private', 10, false],
    ['repository', 'private', 20, true],
    ['issues', 'private', 0, false],
    ['issues', 'private', 10, true],
    ['issues', 'disabled', 50, false],
  ] as const)('%s, %s, level %i: %s', (feature, setting, level, expected) => {
    expect(isFeatureAvailable(feature, { level, features: { [feature]: setting } })).toBe(expected);
  });

  it('requires reporters for features of the code', () => {
    expect((['repository', 'builds', 'wiki'] as const).map(minMemberLevel)).toEqual([20, 20, 1]);
  });
});
