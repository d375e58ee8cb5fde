import { type Call, internalOperation } from '@forgemesh/rpc';
import { importRows, type UntrustedRecord } from '@forgemesh/data';
import { BadRequestError } from '@forgemesh/errors';
import { GroupRowsServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_rows';
import { importBoards } from '#import-export/project-rows/board.row';
import { importLabels } from '#import-export/project-rows/label.row';
import { importMilestones } from '#import-export/project-rows/milestone.row';
import { importEpicParents, importEpics } from '#import-export/group-rows/epic.row';
import { GroupImport } from '#import-export/group-rows/group-import';
import type { ProjectRowsDeps } from '#import-export/project-rows/deps';

const relations: Record<string, (rows: UntrustedRecord[], importer: GroupImport) => Promise<void>> = {
  labels: importLabels,
  milestones: importMilestones,
  boards: importBoards,
  epics: importEpics,
  epic_parents: importEpicParents,
};

/** Stores rows of a group that is being imported. */
export const importGroupRows = internalOperation(
  GroupRowsServiceDefinition.importGroupRows,
  async (request, { deps }: Call<ProjectRowsDeps>) => {
    const { relation, offset } = request;
    const store = relations[relation];
    if (!store) throw new BadRequestError(`${relation} cannot be imported`);
    const failures = await importRows(request, (rows, from) =>
      store(rows, new GroupImport(deps, { ...request, offset: offset + from })),
    );
    return { failures };
  },
);
