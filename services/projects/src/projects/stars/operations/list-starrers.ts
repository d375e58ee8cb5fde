import { containsTerms, listPage, pageRows, searchTermsOf } from '@forgemesh/data';
import { StarServiceDefinition } from '@forgemesh/proto/projects/v1/star';
import { operation, type Call } from '@forgemesh/rpc';
import { canReadProfile } from '#projects/lists';
import { presentStarrer, type VisibleStar } from '../star.entity';
import type { StarDocument } from '../star.model';
import type { StarsDeps } from '../deps';

/**
 * Lists the users who starred a project, without private profiles. A page takes one read, one count
 * and one call of identity.
 */
export const listStarrers = operation(StarServiceDefinition.listStarrers, async (request, call: Call<StarsDeps>) => {
  const { model } = call.deps.stars;
  const filter = { project_id: call.resource('id').id };
  const terms = searchTermsOf(request.search);
  if (terms.length === 0) {
    const rows = await listPage(call, { model, filter, sort: { _id: 1 }, request });
    return { starrers: (await visibleStars(call, rows)).map(presentStarrer) };
  }
  const all = await visibleStars(call, await model.find(filter).sort({ _id: 1 }).lean<StarDocument[]>());
  const found = all.filter(({ user }) => containsTerms([user.name, user.username], terms));
  return { starrers: pageRows(call, found, request).map(presentStarrer) };
});

/** Stars with the users whose profiles the caller may see. */
async function visibleStars(call: Call<StarsDeps>, stars: StarDocument[]): Promise<VisibleStar[]> {
  if (stars.length === 0) return [];
  const { users } = await call.deps.clients.directory.listUserProfiles({ ids: stars.map(({ user_id: id }) => id) });
  const visible = new Map(users.filter((user) => canReadProfile(call, user)).map((user) => [user.id, user]));
  return stars.flatMap((star) => {
    const user = visible.get(star.user_id);
    return user ? [{ star, user }] : [];
  });
}
