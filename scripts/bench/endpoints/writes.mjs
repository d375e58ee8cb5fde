// Writes over the API, in a group and a project of their own. At the limit, twenty clients write to the same branch.

import { post } from './endpoint.mjs';

const rate = 10;

/** @param {import('./endpoint.mjs').Fixture} fixture @returns {import('./endpoint.mjs').Endpoint[]} */
export function writes({ token, rootToken, sandboxId, writing }) {
  const repository = `/projects/${writing.id}/repository`;
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
  ];
}
