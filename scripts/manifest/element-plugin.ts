import type { Plugin } from '@custom-elements-manifest/analyzer'
import type {
  Attribute,
  ClassLike,
  ClassMember,
  CustomElementDeclaration,
  Module,
} from 'custom-elements-manifest'
import { attributeProperties, toKebabCase } from '../../src/element/attributes.ts'

type Phase = Parameters<NonNullable<Plugin['analyzePhase']>>[0]
/** The analyzer's own TypeScript: the project's has no interface for programs. */
export type AnalyzerTypeScript = Phase['ts']
export type SourceFile = ReturnType<AnalyzerTypeScript['createSourceFile']>

/**
 * Describes what the analyzer cannot see: the attributes, which are a table; the types of properties, which are written
 * elsewhere; and what of the class is not for pages.
 *
 * @param typeSources the files in which these types are
 */
export function describeElement(
  typeSources: readonly SourceFile[],
  ts: AnalyzerTypeScript,
): Plugin {
  const types = readMemberTypes(typeSources, ts)
  const internalNames = new Set<string>()
  return {
    name: 'describe-element',
    analyzePhase({ node }) {
      if (ts.isClassElement(node) && node.name && isInternal(node, ts))
        internalNames.add(node.name.getText())
    },
    moduleLinkPhase({ moduleDoc }) {
      const { declarations = [] } = moduleDoc as Module
      for (const declaration of declarations)
        if (declaration.kind === 'class') describeEvent(declaration)
      const element = declarations.find(
        (one): one is CustomElementDeclaration => 'customElement' in one,
      )
      if (!element) return
      element.superclass = { name: 'HTMLElement' }
      element.members = (element.members ?? [])
        .filter(({ name, privacy }) => !privacy && !internalNames.has(name))
        .map((member) => resolveType(member, types))
      element.attributes = describeAttributes(element.members)
      // The analyzer takes each call of dispatchEvent for an event. The class lists its events itself.
      element.events = (element.events ?? []).filter(({ name }) => name?.startsWith('pay-charge-'))
    },
  }
}

/** Corrects a class of events: the browser has its base, and its fields are set by who creates it. */
function describeEvent({ superclass, members = [] }: ClassLike) {
  if (superclass?.name !== 'Event') return
  delete superclass.module
  for (const member of members) if (member.kind === 'field') delete member.default
}

/** Returns whether a comment says that a member is not for pages, as TypeScript's `@internal` does. */
function isInternal(node: Phase['node'], ts: AnalyzerTypeScript): boolean {
  return ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'internal')
}

/** Returns the attributes: one for each of the table, described by the property of the same name. */
function describeAttributes(members: readonly ClassMember[]): Attribute[] {
  return attributeProperties.map((fieldName) => {
    const property = members.find(({ name }) => name === fieldName)
    if (property?.kind !== 'field') throw new Error(`PayCharge has no property ${fieldName}.`)
    const { description, type, default: defaultValue } = property
    return {
      name: toKebabCase(fieldName),
      fieldName,
      ...(description && { description }),
      ...(type && { type: { text: toAttributeType(type.text) } }),
      ...(defaultValue && { default: defaultValue }),
    }
  })
}

/** Returns the type of an attribute's text: HTML has neither null nor undefined, and JSON is text there. */
function toAttributeType(type: string): string {
  const parts = type.split(' | ').filter((part) => part !== 'null' && part !== 'undefined')
  return parts.map((part) => (part === 'unknown' ? 'string' : part)).join(' | ')
}

/** Writes out a type that is taken from an interface: `WalletsOptions['rpcUrls']`. */
function resolveType(member: ClassMember, types: ReadonlyMap<string, string>): ClassMember {
  if (member.kind !== 'field' || !member.type) return member
  const text = member.type.text
    .replace(/\w+\['\w+'\]/, (reference) => types.get(reference) ?? reference)
    .replace(/^unknown \| undefined$/, 'unknown')
  if (/^\w+\['/.test(text)) throw new Error(`${member.name}: where is ${text} written?`)
  return { ...member, type: { text } }
}

/** Returns the types of all members of interfaces in some files, by how another type refers to them. */
function readMemberTypes(
  sources: readonly SourceFile[],
  ts: AnalyzerTypeScript,
): Map<string, string> {
  const interfaces = sources.flatMap((source) =>
    source.statements.filter(ts.isInterfaceDeclaration),
  )
  return new Map(
    interfaces.flatMap(({ name, members }) =>
      members.filter(ts.isPropertySignature).map((member) => {
        const type = member.type?.getText() ?? 'unknown'
        // A function's type in a union needs parentheses.
        return [
          `${name.text}['${member.name.getText()}']`,
          type.includes('=>') ? `(${type})` : type,
        ]
      }),
    ),
  )
}
