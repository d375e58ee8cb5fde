import { ProjectExportServiceDefinition } from '@forgemesh/proto/projects/v1/project_export';
import { operation } from '#operation';
import { findExportedProject } from '../exported-project';
import { presentExport } from '../export.entity';
import type { ExportDocument } from '../export.model';

/** Gets the state of the export of a project. */
export const getProjectExport = operation(ProjectExportServiceDefinition.getProjectExport, async (_request, call) => {
  const project = await findExportedProject(call, call.resource('id').id);
  const found = await call.deps.exports.model.findOne({ project_id: project._id }).lean<ExportDocument>();
  return presentExport(call.deps, project, found);
});
