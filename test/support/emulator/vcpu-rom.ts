/** The source of a ROM with an interpreter of some vCPU instructions, and a program that it runs, as one file. */
import { projectText } from '../project.ts';

const read = (name: string): string => projectText('test/debugger/vcpu', name);

export const VCPU_ROM = read('counting.gtasm').replace(/ *\.include "(.*)"\n/, (_, name: string) => read(name));
