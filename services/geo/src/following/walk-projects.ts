/**
 * Walks over all projects of the primary once, page by page: what is missing here is copied, what
 * is gone there is removed.
 */
import { forgetProject, markDue, verifySoon } from '../registry/registry';
import type { RegistryDocument } from '../registry/registry.model';
import type { Geo } from '../deps';

/** Walks on. A page that was not finished is done again. */
export async function walkProjects(deps: Geo): Promise<void> {
  for (;;) {
    const { walked_id: walked } = await deps.following.state();
    if (walked === null) return;
    const { project_ids: ids } = await deps.primary.projects(walked);
    const end = ids.at(-1);
    const range = { $gt: walked, ...(end !== undefined && { $lte: end }) };
    const here = await deps.registry.find({ _id: range }, { _id: 1 }).lean<RegistryDocument[]>();
    const there = new Set(ids);
    const known = new Set(here.map(({ _id }) => _id));
    for (const { _id } of here) if (!there.has(_id)) await forgetProject(deps, _id);
    await markDue(
      deps,
      ids.filter((id) => !known.has(id)),
      [],
    );
    await verifySoon(deps, [...known]);
    await deps.following.change({ walked_id: end ?? null });
  }
}
