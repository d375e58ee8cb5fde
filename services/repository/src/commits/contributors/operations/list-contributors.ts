import { operation, type Call } from '@forgemesh/rpc';
import { pageRows } from '@forgemesh/data';
import { ContributorServiceDefinition } from '@forgemesh/proto/repository/v1/contributor';
import { locateRepository, resolveCommit } from '#commits';
import type { Contributor } from '@forgemesh/git-engine';
import type { ContributorsDeps } from '../deps';

const orders: Record<string, (a: Contributor, b: Contributor) => number> = {
  name: (a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()),
  email: (a, b) => compare(a.email.toLowerCase(), b.email.toLowerCase()),
  commits: (a, b) => a.commits - b.commits,
};

/** Lists the commit authors of the default branch; empty for an empty repository. */
export const listContributors = operation(
  ContributorServiceDefinition.listContributors,
  async (request, call: Call<ContributorsDeps>) => {
    const tip = await resolveCommit(call, undefined);
    const found = tip === null ? [] : await call.deps.git.contributors({ repo: locateRepository(call).repo, tip });
    const order = orders[request.order_by ?? 'commits'] as (a: Contributor, b: Contributor) => number;
    const sign = request.sort === 'desc' ? -1 : 1;
    const sorted = [...found].sort((a, b) => sign * (order(a, b) || compare(a.email, b.email)));
    const rows = pageRows(call, sorted, request);
    return { contributors: rows.map((row) => ({ ...row, additions: 0, deletions: 0 })) };
  },
);

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
