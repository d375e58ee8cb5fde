/** Entry point of a process that runs several services: `FORGE_TARGET` names them. */
import { runProcess } from '@forgemesh/service';
import { readTarget } from './config';
import { loadParts } from './parts';

runProcess(loadParts(readTarget(process.env)));
