import { removeAll, type EntityStore, type FileStore } from '@forgemesh/data';
import type { EventConsumer } from '@forgemesh/events';
import type { Model } from 'mongoose';
import { type ExportDocument, removeExport } from '#import-export/exports';
import { removeSnippets, type SnippetDocument } from '#content/snippets';
import { removeUploads, type UploadDocument } from '#content/uploads';
import type { FormerHook, FormerIntegration } from '#migrations/former-hooks';
import type { RemoteMirrorDocument } from '#mirrors/remote-mirrors';
import type { Paths } from '#namespaces/paths';
import type { NotificationLevelDocument } from '#projects/notification-levels';
import type { PushRuleDocument } from '#projects/push-rules';
import type { StarDocument } from '#projects/stars';

/** Dependencies of the consumer. */
export interface OnProjectDeletedDeps {
  formerHooks: EntityStore<FormerHook>;
  formerIntegrations: EntityStore<FormerIntegration>;
  pushRules: EntityStore<PushRuleDocument>;
  snippets: EntityStore<SnippetDocument>;
  stars: EntityStore<StarDocument>;
  /** Users' notification levels by project and group, for display. */
  notificationLevels: Model<NotificationLevelDocument>;
  remoteMirrors: EntityStore<RemoteMirrorDocument>;
  exports: EntityStore<ExportDocument>;
  /** Archives of exports. */
  exportFiles: FileStore;
  /** Contents of long snippets. */
  snippetFiles: FileStore;
  uploads: EntityStore<UploadDocument>;
  /** Contents of attached files. */
  uploadFiles: FileStore;
  /** Claims and redirects of paths. */
  paths: Paths;
}

/** Removes the data of a deleted project that this service stores. */
export const onProjectDeleted: EventConsumer<'projects.project.deleted', OnProjectDeletedDeps> = {
  name: 'projects-belongings-of-removed',
  events: ['projects.project.deleted'],
  from: 'all',
  async handle({ subject, actor }, deps) {
    const id = Number(subject);
    await removeSnippets(deps, { project_id: id }, actor);
    await removeUploads(deps, id);
    await deps.formerHooks.model.deleteMany({ project_id: id });
    await deps.formerIntegrations.model.deleteMany({ project_id: id });
    await removeAll(deps.pushRules, { project_id: id }, { type: 'projects.push_rule.deleted', actor });
    await removeAll(deps.stars, { project_id: id }, { type: 'projects.star.deleted', actor });
    await removeAll(deps.remoteMirrors, { project_id: id }, { type: 'projects.remote_mirror.deleted', actor });
    await deps.notificationLevels.deleteMany({ key: `p:${id}` });
    await deps.paths.removeRedirects({ kind: 'project', target_id: id });
    const found = await deps.exports.model.findOne({ project_id: id }).lean<ExportDocument>();
    if (found) await removeExport(deps, found);
  },
};
