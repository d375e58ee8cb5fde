import { createEpic } from './create-epic';
import { deleteEpic } from './delete-epic';
import { getEpic } from './get-epic';
import { listEpics } from './list-epics';
import { updateEpic } from './update-epic';

export const epicOperations = [createEpic, deleteEpic, getEpic, listEpics, updateEpic];
