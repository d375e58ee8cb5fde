import { createEpic } from './operations/create-epic';
import { deleteEpic } from './operations/delete-epic';
import { getEpic } from './operations/get-epic';
import { listEpics } from './operations/list-epics';
import { updateEpic } from './operations/update-epic';

export const epicOperations = [createEpic, deleteEpic, getEpic, listEpics, updateEpic];
