/** Entry point of the collaboration process. */
import { runProcess } from '@forgemesh/service';
import { collaboration } from './service';

runProcess([collaboration]);
