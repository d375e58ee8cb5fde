// Writes over the API, in a separate group and project. At saturation, twenty clients write to the
// same branch.

import { post, type Endpoint } from './endpoint.ts';
import type { Fixture } from '../fixture/index.ts';

const rate = 10;

export function writes({ token, rootToken, sandboxId, writing, requestBranch, sizes }: Fixture): Endpoint[] {
  const project = `/projects/${writing.id}`;
  const repository = `${project}/repository`;
  const content = 'one line of a file that a commit creates\n'.repeat(40);
  return [
    {
      name: 'POST create project',
      requests: [post(rootToken, '/projects', { name: 'made %n%', namespace_id: sandboxId })],
      rate,
      isAlone: true,
    },
    {
      name: 'POST create commit',
      requests: [
        post(token, `${repository}/commits`, {
          branch: 'main',
          commit_message: 'Create file %n%',
          actions: [{ action: 'create', file_path: 'made/%n%.txt', content }],
        }),
      ],
      rate,
      goal: 'alone P50 < 25, no failure',
      isAlone: true,
    },
    {
      name: 'POST create branch',
      requests: [post(token, `${repository}/branches?branch=made/%n%&ref=main`, {})],
      rate,
      isAlone: true,
    },
    {
      name: 'POST create issue',
      requests: [post(token, `${project}/issues`, { title: 'Broken %n%', description: content, labels: 'bug,urgent' })],
      rate,
      goal: 'alone P50 < 20',
      isAlone: true,
    },
    {
      name: 'POST create note',
      requests: [post(token, `${project}/issues/1/notes`, { body: 'I saw it too, in run %n%.' })],
      rate,
      isAlone: true,
    },
    {
      name: 'POST create merge request',
      // Each branch is used by one request only.
      requests: Array.from({ length: sizes.requests }, (_, n) =>
        post(token, `${project}/merge_requests`, {
          title: 'Merge %n%',
          source_branch: requestBranch(n),
          target_branch: 'main',
        }),
      ),
      rate,
      goal: 'alone P50 < 60',
      isAlone: true,
      isUnsaturated: true,
      limit: sizes.requests,
    },
  ];
}
