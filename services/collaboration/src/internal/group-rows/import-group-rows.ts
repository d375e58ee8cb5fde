import { type Call, internalOperation } from '@forgemesh/rpc';
import { importRows, type UntrustedRecord } from '@forgemesh/data';
import { BadRequestError } from '@forgemesh/errors';
import { GroupRowsServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_rows';
import { importBoards, importLabels, importMilestones, type ProjectRowsDeps } from '#import-export/project-rows';
import { GroupImport, importEpicParents, importEpics } from '#import-export/group-rows';

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
