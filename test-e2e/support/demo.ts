/**
 * A project with something of everything that pages show. It is the same in every run, but for the
 * paths of its group and users, whose last part is unique.
 */
import {
  commitFiles,
  create,
  createUser,
  unique,
  type Created,
  type TestItem,
  type TestUser,
} from '@forgemesh/testing';

/** What was created. */
export interface Demo {
  owner: TestUser;
  /** A developer of the group, who has commented and opened the merge request. */
  developer: TestUser;
  group: Created & { full_path: string };
  project: Created & { path_with_namespace: string };
  /** An issue with comments, tasks, a milestone and labels. */
  issue: TestItem;
  /** An open merge request with a thread at a line. */
  request: TestItem;
  milestone: Created & { iid: number };
  epic: TestItem;
}

const readme = `# Planner

Plans what grows where, and when to water it.

## Start

\`\`\`sh
npm install
npm start
\`\`\`

| bed | plant | light |
|-----|-------|-------|
| 1 | tomatoes | full sun |
| 2 | lettuce | half shade |

> [!note]
> Beds are numbered from the gate to the compost.

- [x] Sort the beds by sun
- [ ] Water at sunrise
`;

const beds = `/** The beds of a garden, and what grows in them. */
import { sunAt } from './sun';

/** A bed. */
export interface Bed {
  name: string;
  /** Hours of sun on a day in June. */
  sun: number;
  plants: readonly string[];
}

/** Returns the beds, the sunniest first. */
export function sortBeds(beds: readonly Bed[]): Bed[] {
  return [...beds].sort((one, other) => other.sun - one.sun);
}

/** Returns the bed that suits a plant best. */
export function bedFor(plant: string, beds: readonly Bed[]): Bed | undefined {
  const wanted = sunAt(plant);
  return sortBeds(beds).find(({ sun }) => sun >= wanted);
}
`;

const sun = `/** Hours of sun that a plant needs. */
const needs: Record<string, number> = { tomatoes: 8, lettuce: 4, mint: 3 };

/** Returns the hours of sun that a plant needs. */
export function sunAt(plant: string): number {
  return needs[plant] ?? 6;
}
`;

const water = `import { sortBeds, type Bed } from './beds';

/** Litres for a bed on a day without rain. */
const LITRES_PER_HOUR_OF_SUN = 1.5;

/** Returns how much water each bed needs. */
export function watering(beds: readonly Bed[]): Map<string, number> {
  return new Map(sortBeds(beds).map(({ name, sun }) => [name, sun * LITRES_PER_HOUR_OF_SUN]));
}
`;

const description = `The tomatoes at the wall dry out on hot days, because they are watered at noon.

- [x] Measure the soil
- [ ] Move the watering to sunrise

\`\`\`ts
watering(beds).get('south wall');
\`\`\`
`;

/** Creates the demo. The owner of the group is a user with its own rights only. */
export async function createDemo(): Promise<Demo> {
  const [owner, developer] = await Promise.all([
    createUser({ name: 'Ada Lovelace', username: unique('ada') }),
    createUser({ name: 'Grace Hopper', username: unique('grace') }),
  ]);
  const as = owner.api;
  const group = await create<Demo['group']>(as, '/groups', {
    name: 'Garden',
    path: unique('garden'),
    description: 'Everything that grows',
    visibility: 'public',
  });
  await create(as, `/groups/${group.id}/members`, { user_id: developer.id, access_level: 30 });
  const project = await create<Demo['project']>(as, '/projects', {
    name: 'Planner',
    path: 'planner',
    namespace_id: group.id,
    description: 'Plans what grows where, and when to water it',
    tag_list: ['garden', 'planning'],
    visibility: 'public',
  });
  const path = `/projects/${project.id}`;
  await addFiles(owner, path);
  const { milestone, issue } = await addIssues(owner, developer, path);
  const request = await addRequest(owner, developer, path);
  const epic = await create<TestItem>(as, `/groups/${group.id}/epics`, {
    title: 'A garden without a hose',
    description: 'Water runs by itself, from the roof to the beds.',
    start_date_is_fixed: true,
    start_date_fixed: '2026-03-01',
    due_date_is_fixed: true,
    due_date_fixed: '2026-09-30',
  });
  await create(as, `/groups/${group.id}/epics/${epic.iid}/issues/${issue.id}`);
  await create(as, `${path}/wikis`, { title: 'home', content: '# Seasons\n\nSee [[the calendar|Sowing/Calendar]].' });
  await create(as, `${path}/wikis`, {
    title: 'Sowing/Calendar',
    content: '| month | seeds |\n|---|---|\n| March | peas |\n| May | beans |\n',
  });
  await create(as, `${path}/snippets`, {
    title: 'Litres of a week',
    file_name: 'week.ts',
    content: 'export const week = 7 * 12;\n',
    visibility: 'public',
  });
  return { owner, developer, group, project, issue, request, milestone, epic };
}

async function addFiles({ api }: TestUser, path: string): Promise<void> {
  await commitFiles(
    api,
    path,
    { 'README.md': readme, LICENSE: 'MIT License\n\nPermission is hereby granted.\n' },
    { commit_message: 'Describe the planner' },
  );
  await commitFiles(
    api,
    path,
    { 'src/beds.ts': beds, 'src/sun.ts': sun, 'package.json': '{ "name": "planner", "version": "1.0.0" }\n' },
    { commit_message: 'Sort beds by sun' },
  );
  await commitFiles(
    api,
    path,
    {
      'src/water.ts': water,
      'docs/plan.md': '# Plan\n\nThe beds in spring.\n',
      'styles/page.css': 'main {\n  max-width: 60rem;\n}\n',
    },
    { commit_message: 'Water at sunrise' },
  );
  await create(api, `${path}/repository/tags`, { tag_name: 'v1.0', ref: 'main', message: 'First season' });
  await create(api, `${path}/releases`, {
    tag_name: 'v1.0',
    name: 'First season',
    description: 'Ready for **spring**.',
  });
}

async function addIssues(
  owner: TestUser,
  developer: TestUser,
  path: string,
): Promise<Pick<Demo, 'milestone' | 'issue'>> {
  const as = owner.api;
  for (const [name, color, text] of [
    ['bug', '#d9534f', 'Does not work as described'],
    ['feature', '#428bca', 'Something new'],
    ['priority::high', '#f0ad4e', 'Before everything else'],
    ['doing', '#5cb85c', 'Somebody works on it'],
  ])
    await create(as, `${path}/labels`, { name, color, description: text });
  const milestone = await create<Demo['milestone']>(as, `${path}/milestones`, {
    title: 'Spring',
    description: 'What has to be ready before the first seeds.',
    start_date: '2026-03-01',
    due_date: '2026-05-31',
  });
  const board = await create(as, `${path}/boards`, { name: 'Development' });
  const labels = (await as.get(`${path}/labels`)).body as { id: number; name: string }[];
  const doing = labels.find(({ name }) => name === 'doing');
  await create(as, `${path}/boards/${board.id}/lists`, { label_id: doing?.id });
  const issue = await create<TestItem>(as, `${path}/issues`, {
    title: 'The tomatoes at the wall dry out',
    description,
    labels: 'bug,priority::high',
    milestone_id: milestone.id,
    assignee_ids: [developer.id],
    due_date: '2026-05-01',
    weight: 3,
  });
  for (const [title, fields] of [
    ['Show the beds on a map', { labels: 'feature', milestone_id: milestone.id }],
    ['Count the rain of the night', { labels: 'feature,doing', assignee_ids: [owner.id], milestone_id: milestone.id }],
    ['Import the plan of last year', { labels: 'feature' }],
    ['The calendar starts on Sunday', { labels: 'bug', milestone_id: milestone.id }],
  ] as const)
    await create(as, `${path}/issues`, { title, ...fields });
  await as.put(`${path}/issues/5`, { state_event: 'close' });
  await create(developer.api, `${path}/issues/${issue.iid}/notes`, {
    body: 'The soil is dry **10 cm** deep at noon, see `src/water.ts`.',
  });
  await create(as, `${path}/issues/${issue.iid}/notes`, { body: 'Then sunrise it is. #3 would help, too.' });
  await as.post(`${path}/issues/${issue.iid}/time_estimate`, { duration: '6h' });
  await as.post(`${path}/issues/${issue.iid}/add_spent_time`, { duration: '2h' });
  return { milestone, issue };
}

async function addRequest(owner: TestUser, developer: TestUser, path: string): Promise<TestItem> {
  const changes = [
    {
      action: 'update',
      file_path: 'src/water.ts',
      content: water.replace('= 1.5', '= 1.25').replace('without rain', 'without rain, at sunrise'),
    },
    {
      action: 'create',
      file_path: 'src/rain.ts',
      content: '/** Millimetres of rain in the night. */\nexport const rain = 0;\n',
    },
    { action: 'update', file_path: 'styles/page.css', content: 'main {\n  max-width: 64rem;\n  padding: 1rem;\n}\n' },
  ];
  await create(developer.api, `${path}/repository/commits`, {
    branch: 'less-water',
    start_branch: 'main',
    commit_message: 'Use less water',
    actions: changes,
  });
  const request = await create<TestItem>(developer.api, `${path}/merge_requests`, {
    source_branch: 'less-water',
    target_branch: 'main',
    title: 'Use less water at sunrise',
    description: 'The soil keeps the water of the night.\n\nCloses #1',
    labels: 'feature',
    assignee_ids: [owner.id],
  });
  const { diff_refs: refs } = (await owner.api.get(`${path}/merge_requests/${request.iid}`)).body;
  await create(owner.api, `${path}/merge_requests/${request.iid}/discussions`, {
    body: 'Is this enough for July?',
    position: {
      position_type: 'text',
      ...refs,
      old_path: 'src/water.ts',
      new_path: 'src/water.ts',
      new_line: 4,
    },
  });
  return request;
}
