/** Presents imports. */
import { MAINTAINER } from '@forgemesh/access';
import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf } from '@forgemesh/rpc';
import type { ProjectImport } from '@forgemesh/proto/projects/v1/project_import';
import { presentProjectSummary } from '#import-export/exports';
import type { ProjectDocument } from '#projects/model';
import type { StoredFailures } from '#import-export/archives';
import type { ImportDocument } from './import.model';
import type { ImportsDeps } from './deps';

/** Presents an import whose project is not stored yet, or whose import failed. */
export async function presentImport(deps: ImportsDeps, found: ImportDocument): Promise<ResponseOf<ProjectImport>> {
  const description = found.overrides.description ?? null;
  const summary = await presentProjectSummary(deps, { ...found, _id: found.project_id, description });
  const { status, error } = found;
  return {
    ...summary,
    import_status: status,
    ...(status === 'failed' && { import_error: error ?? '' }),
    ...presentFailures(found),
  };
}

/** The caller who reads the state of an import, and their access level in the project. */
interface Reader {
  id: number;
  level: number;
}

/**
 * Presents the import state of an existing project. Failures may name files and entries that not
 * every reader of the project can see, so only maintainers and the importing user get them.
 */
export async function presentImported(
  deps: ImportsDeps,
  project: ProjectDocument,
  reader: Reader,
): Promise<ResponseOf<ProjectImport>> {
  const { import_status: status, import_error: error } = project;
  const found = await deps.imports.model.findOne({ project_id: project._id }).lean<ImportDocument>();
  const mayReadFailures = reader.level >= MAINTAINER || found?.user_id === reader.id;
  return {
    ...(await presentProjectSummary(deps, project)),
    import_status: status,
    ...(status === 'failed' && { import_error: error ?? '' }),
    ...presentFailures(mayReadFailures ? found : null),
  };
}

function presentFailures(
  found: StoredFailures | null,
): Pick<ResponseOf<ProjectImport>, 'failed_relations' | 'failed_relation_count'> {
  const failures = found?.failed_relations ?? [];
  return {
    failed_relations: failures.map((failure, at) => ({
      id: at + 1,
      created_at: failure.created_at.toISOString(),
      exception_class: failure.exception_class,
      source: failure.source,
      exception_message: failure.exception_message,
      relation_name: failure.relation_name,
      line_number: failure.line_number,
    })),
    failed_relation_count: found?.failed_relation_count ?? 0,
  };
}

/** An import in events. */
export function presentImportEvent(document: ImportDocument): EventEntity<'projects.import.completed'> {
  const { _id: id, project_id, user_id, path, status, error } = document;
  return { id, project_id, user_id, path, import_status: status, import_error: error };
}
