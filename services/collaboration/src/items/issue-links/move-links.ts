/** Transfers the links of an issue that moves to another project. */
import { pairOf, type IssueLinkDocument } from './issue-link.model';
import type { IssueLinksDeps } from './deps';

/** Transfers the links of one issue to another one. Idempotent. */
export async function moveLinks({ issueLinks }: IssueLinksDeps, from: number, to: number): Promise<void> {
  const links = await issueLinks.model.find({ issue_ids: from }, { _id: 1 }).lean<{ _id: number }[]>();
  for (const { _id: id } of links) {
    await issueLinks.mutate(id, (link: IssueLinkDocument) => {
      if (!link.issue_ids.includes(from)) return null;
      const issueIds = link.issue_ids.map((one) => (one === from ? to : one)) as [number, number];
      return { set: { issue_ids: issueIds, pair: pairOf(issueIds) } };
    });
  }
}
