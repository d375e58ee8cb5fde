import { isDuplicateKey } from '@forgemesh/data';
import { ValidationError } from '@forgemesh/errors';
import { type Parameters, operation, type Call } from '@forgemesh/rpc';
import { ProjectExportServiceDefinition, type ExportUpload } from '@forgemesh/proto/projects/v1/project_export';
import { assertWithinRateLimit, type RateLimit } from '#access/limits';
import { mirrorUrlErrors, sealUrl } from '#projects/mirroring';
import { findExportedProject } from '../exported-project';
import type { ExportDocument } from '../export.model';
import type { ExportsDeps } from '../deps';

const limit: RateLimit = { name: 'project_export', maxCalls: 1, spanMs: 5 * 60_000 };

/** Starts the export of a project. */
export const startProjectExport = operation(
  ProjectExportServiceDefinition.startProjectExport,
  async (request, call: Call<ExportsDeps>) => {
    const { deps, principal, operationId } = call;
    const { _id: project_id } = await findExportedProject(call, call.resource('id').id);
    const earlier = await deps.exports.findByOperation(operationId ?? '');
    if (!earlier) {
      const upload = uploadOf(call, request.upload);
      await assertWithinRateLimit(deps, limit, { userId: principal.id, projectId: project_id });
      await startExport(call, {
        project_id,
        user_id: principal.id,
        is_admin: principal.admin,
        status: 'started',
        description: request.description ?? null,
        file: null,
        file_name: null,
        expires_at: null,
        upload_requested_at: null,
        ...upload,
      });
    }
    return { message: '202 Accepted' };
  },
);

type ExportFields = Omit<ExportDocument, '_id' | 'version' | 'created_at'>;

/** The upload target. The addresses that its host name resolves to are checked at the upload. */
function uploadOf(
  { deps }: Call<ExportsDeps>,
  upload: Parameters<ExportUpload> | undefined,
): Pick<ExportDocument, 'upload_url' | 'upload_method'> {
  if (!upload) return { upload_url: null, upload_method: 'PUT' };
  const method = (upload.http_method ?? 'PUT').toUpperCase();
  const url = mirrorUrlErrors(deps, upload.url);
  if (url.length > 0) throw new ValidationError({ url });
  if (method !== 'PUT' && method !== 'POST') throw new ValidationError({ http_method: ['must be PUT or POST'] });
  return { upload_url: sealUrl(deps.exportBox, upload.url), upload_method: method };
}

/** Replaces the previous export, whose run then ends without effect. */
async function startExport({ deps, operationId }: Call<ExportsDeps>, exportFields: ExportFields): Promise<void> {
  const { exports, exportFiles } = deps;
  const named = operationId === undefined ? {} : { operation_id: operationId };
  const events = [{ type: 'projects.export.started' as const, actor: exportFields.user_id }];
  const now = { job_due_at: new Date(), created_at: new Date() };
  const before = await exports.model.findOne({ project_id: exportFields.project_id }).lean<ExportDocument>();
  if (before) {
    await exports.mutate(before._id, () => ({
      set: { ...exportFields, ...now, ...named },
      update: { $unset: { job_run: 1 } },
      events,
    }));
    if (before.file) await exportFiles.remove(before.file);
    return;
  }
  try {
    await exports.insert({ _id: await exports.nextId(), ...exportFields, ...now, ...named }, events);
  } catch (error) {
    // A concurrent request started an export.
    if (!isDuplicateKey(error)) throw error;
  }
}
