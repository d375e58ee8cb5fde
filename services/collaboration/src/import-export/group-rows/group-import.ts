/** Context of importing the rows of a group. */
import type { ImportGroupRowsRequest } from '@forgemesh/proto/collaboration/v1/group_rows';
import { ProjectImport, type ProjectRowsDeps } from '#import-export/project-rows';

/** The import of the rows of one relation of a group. */
export class GroupImport extends ProjectImport {
  readonly groupId: number;
  /** The group and its ancestors that the same import creates, from the top down. */
  readonly groupIds: readonly number[];
  private readonly importKey: string;

  constructor(deps: ProjectRowsDeps, { group_id, ancestor_ids, import_key, ...rest }: ImportGroupRowsRequest) {
    const request = { ...rest, import_key: `${import_key}/${group_id}`, project_id: 0, snippet_ids: [] };
    super(deps, request, { project_id: null, group_id });
    this.groupId = group_id;
    this.groupIds = [...ancestor_ids, group_id];
    this.importKey = import_key;
  }

  override get titleScope(): object {
    return { project_id: null, group_id: { $in: [...this.groupIds] } };
  }

  override get milestoneSequence(): string {
    return `group_milestones/${this.groupId}`;
  }

  /**
   * Key of an epic by its id in the archive: epics of other groups may refer to it as their parent.
   */
  epicKey(id: number): string {
    return `${this.importKey}/epics/${id}`;
  }
}
