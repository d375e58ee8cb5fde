import { ProjectExportServiceDefinition } from '@forgemesh/proto/projects/v1/project_export';
import { operation, type Call } from '@forgemesh/rpc';
import { findExportedProject } from '../exported-project';
import { presentExport } from '../export.entity';
import type { ExportDocument } from '../export.model';
import type { ExportsDeps } from '../deps';

/** Gets the state of the export of a project. */
export const getProjectExport = operation(
  ProjectExportServiceDefinition.getProjectExport,
  async (_request, call: Call<ExportsDeps>) => {
    const project = await findExportedProject(call, call.resource('id').id);
    const found = await call.deps.exports.model.findOne({ project_id: project._id }).lean<ExportDocument>();
    return presentExport(call.deps, project, found);
  },
);
