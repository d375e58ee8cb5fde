import { UntrustedRecord, isDuplicateKey } from '@forgemesh/data';
import { BadRequestError } from '@forgemesh/errors';
import { GroupRowsServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_rows';
import { internalOperation } from '../../operation';
import { importLabels } from '../../import-export/project-rows/label.row';
import { restoreMilestone } from '../../import-export/project-rows/milestone.row';
import { importEpics } from '../../import-export/group-rows/epic.row';
import { GroupImport } from '../../import-export/group-rows/group-import';

const relations: Record<string, (rows: UntrustedRecord[], importer: GroupImport) => Promise<void>> = {
  labels: importLabels,
  milestones: importMilestones,
  epics: importEpics,
};

/** Stores rows of a group that is being imported. */
export const importGroupRows = internalOperation(
  GroupRowsServiceDefinition.importGroupRows,
  async (request, { deps }) => {
    const { relation, offset } = request;
    const store = relations[relation];
    if (!store) throw new BadRequestError(`${relation} cannot be imported`);
    const rows = request.rows.map((row, at) => UntrustedRecord.parse(row, `${relation} ${offset + at + 1}`));
    try {
      await store(rows, new GroupImport(deps, request));
    } catch (error) {
      if (isDuplicateKey(error)) throw new BadRequestError(`${relation} has an entry twice`);
      throw error;
    }
    return {};
  },
);

async function importMilestones(rows: UntrustedRecord[], importer: GroupImport): Promise<void> {
  const numbered = rows.map((row, at) => ({
    operation_id: importer.keyAt(at),
    iid: row.positive('iid'),
    ...restoreMilestone(row, importer),
  }));
  await importer.deps.milestones.insertMany(numbered);
  await importer.raiseSequence(`group_milestones/${importer.groupId}`, numbered);
}
