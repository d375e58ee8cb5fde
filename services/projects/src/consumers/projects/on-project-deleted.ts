import { removeAll } from '@forgemesh/data';
import type { EventConsumer } from '@forgemesh/events';
import type { ExportDocument } from '#import-export/exports/export.model';
import { removeExport } from '#import-export/exports/export-job';
import type { Projects } from '#deps';
import { removeRedirects } from '#namespaces/paths/path-redirects';
import { removeSnippets } from '#content/snippets/remove-snippet';
import { removeUploads } from '#content/uploads/remove-uploads';

/** Removes the data of a deleted project that this service stores. */
export const onProjectDeleted: EventConsumer<'projects.project.deleted', Projects> = {
  name: 'projects-belongings-of-removed',
  events: ['projects.project.deleted'],
  from: 'all',
  async handle({ subject, actor }, deps) {
    const id = Number(subject);
    await removeSnippets(deps, { project_id: id }, actor);
    await removeUploads(deps, id);
    await removeAll(deps.hooks, { project_id: id }, { type: 'projects.hook.deleted', actor });
    await removeAll(deps.integrations, { project_id: id }, { type: 'projects.integration.deleted', actor });
    await removeAll(deps.pushRules, { project_id: id }, { type: 'projects.push_rule.deleted', actor });
    await removeAll(deps.stars, { project_id: id }, { type: 'projects.star.deleted', actor });
    await removeAll(deps.remoteMirrors, { project_id: id }, { type: 'projects.remote_mirror.deleted', actor });
    await deps.notificationLevels.deleteMany({ key: `p:${id}` });
    await removeRedirects(deps, { kind: 'project', target_id: id });
    const found = await deps.exports.model.findOne({ project_id: id }).lean<ExportDocument>();
    if (found) await removeExport(deps, found);
  },
};
