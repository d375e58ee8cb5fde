import { operation, type Call } from '@forgemesh/rpc';
import { pageInfo, pageOf } from '@forgemesh/data';
import { TagServiceDefinition } from '@forgemesh/proto/repository/v1/tag';
import { locateRepository } from '#commits';
import { presentTags } from '../tag.entity';
import type { TagsDeps } from '../deps';

/** Lists tags by the date of their commits or by name. */
export const listTags = operation(TagServiceDefinition.listTags, async (request, call: Call<TagsDeps>) => {
  const { page, per_page, skip } = pageOf(request);
  const { tags, total } = await call.deps.git.listTags({
    repo: locateRepository(call).repo,
    search: request.search || undefined,
    order_by: request.order_by === 'name' ? 'name' : 'updated',
    descending: request.sort !== 'asc',
    skip,
    limit: per_page,
  });
  call.setPage(pageInfo({ page, per_page, total, found: Math.max(total - skip, 0) }));
  return { tags: await presentTags(call, tags) };
});
