/** The source of a ROM with an interpreter of some vCPU instructions, and a program that it runs, as one file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../cases.ts';

const read = (name: string): string => readFileSync(join(PROJECT, 'test/debugger/vcpu', name), 'utf8');

export const VCPU_ROM = read('counting.gtasm').replace(/ *\.include "(.*)"\n/, (_, name: string) => read(name));
