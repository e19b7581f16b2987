/** The room's interface: makes a page that plays a program; what the page's script needs of it. */
export { PAGE_STYLES, PROGRAM_ELEMENT, pageDocument, type PageBundles } from './document.ts';
export { escapeText, inElement, pageTitle } from './document.ts';
export { playedDeclarations, unpackPage, type PackedPage, type PageHead, type PageProgram } from './program.ts';
export { namesOf, type NamedProgram, type ProgramNames } from './names.ts';
