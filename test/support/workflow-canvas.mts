import type { INode } from 'n8n-workflow';

import type { WorkflowJson } from '../../dev/host/client.mts';
import { findNode } from './workflow-file.mts';

// What n8n's editor draws of a workflow, in its pixels.

/** A name has two lines at most below its node, each as wide as two nodes. */
const NODE = { width: 96, height: 96 };
const NAME = { width: 192, height: 44, lineHeight: 20, gap: 4 };
/** Of a letter of a name. */
const LETTER_WIDTH = 8.5;
/** How far n8n leads an arrow that goes back: to the side of its nodes, and down. */
const BACK = { aside: 40, down: 130 };
/** What n8n leaves of a 1400 x 900 window beside its side bar, header and margins. */
const CANVAS = { width: 1150, height: 700 };

interface Box {
	name: string;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

type Point = [x: number, y: number];

export const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';

/** The zoom at which n8n shows the whole workflow. */
export function computeZoom({ nodes }: WorkflowJson): number {
	const boxes = nodes.map(toBox);
	const measure = (start: 'left' | 'top', end: 'right' | 'bottom') =>
		Math.max(...boxes.map((box) => box[end])) - Math.min(...boxes.map((box) => box[start]));
	return Math.min(
		CANVAS.width / measure('left', 'right'),
		CANVAS.height / measure('top', 'bottom'),
	);
}

/** Pairs of nodes, names included, that lie on each other. A note may hold the nodes of a step. */
export function findOverlaps({ nodes }: WorkflowJson): string[] {
	const boxes = nodes.map(toBox);
	return boxes.flatMap((box, index) =>
		boxes
			.slice(index + 1)
			.filter((other) => touches(box, other) && !holds(box, other) && !holds(other, box))
			.map((other) => `${box.name} / ${other.name}`),
	);
}

/** Arrows that lead through the name of a node. */
export function findCrossedNames(workflow: WorkflowJson): string[] {
	const labels = workflow.nodes.filter((node) => !isNote(node)).map(toLabelBox);
	return Object.entries(workflow.connections).flatMap(([from, { main = [] }]) =>
		main.flatMap((ends, output) =>
			(ends ?? []).flatMap(({ node: to, index }) => {
				const [start, end] = [findNode(workflow, from), findNode(workflow, to)];
				const inputs = end.type.endsWith('.merge') ? 2 : 1;
				const points = drawArrow(
					[start.position[0] + NODE.width, findPort(start, output, main.length)],
					[end.position[0], findPort(end, index, inputs)],
				);
				return labels
					.filter((label) => points.some((point) => isInside(point, label)))
					.map(({ name }) => `${from} → ${to}: ${name}`);
			}),
		),
	);
}

/** What a node takes up, its name included. */
function toBox(node: INode): Box {
	const { name, position, parameters } = node;
	const [left, top] = position;
	if (isNote(node)) {
		const { width, height } = parameters as Record<'width' | 'height', unknown>;
		return { name, left, top, right: left + Number(width), bottom: top + Number(height) };
	}
	const overhang = (NAME.width - NODE.width) / 2;
	const right = left + NODE.width + overhang;
	return { name, left: left - overhang, top, right, bottom: top + NODE.height + NAME.height };
}

/** What the text of a name covers below its node. */
function toLabelBox({ name, position: [x, y] }: INode): Box {
	const width = name.length * LETTER_WIDTH;
	const half = Math.min(NAME.width, width) / 2;
	const middle = x + NODE.width / 2;
	const top = y + NODE.height + NAME.gap;
	const bottom = top + NAME.lineHeight * (width > NAME.width ? 2 : 1);
	return { name, left: middle - half, right: middle + half, top, bottom };
}

function touches(one: Box, other: Box): boolean {
	const isBeside = one.left >= other.right || other.left >= one.right;
	return !isBeside && one.top < other.bottom && other.top < one.bottom;
}

function holds(one: Box, other: Box): boolean {
	const isAround = one.left <= other.left && one.right >= other.right;
	return isAround && one.top <= other.top && one.bottom >= other.bottom;
}

const isInside = ([x, y]: Point, { left, right, top, bottom }: Box) =>
	x > left && x < right && y > top && y < bottom;

/** How high an output or input of a node stands: they are spread evenly over its side. */
const findPort = ({ position: [, top] }: INode, index: number, count: number) =>
	top + (NODE.height * (index + 1)) / (count + 1);

/** Points of the arrow from one place to another. */
function drawArrow([x, y]: Point, [endX, endY]: Point): Point[] {
	const parts = Array.from({ length: 101 }, (_, index) => index / 100);
	const between = (from: number, to: number, part: number) => from + (to - from) * part;
	if (endX < x) {
		const [right, left, below] = [x + BACK.aside, endX - BACK.aside, y + BACK.down];
		return parts.flatMap((part): Point[] => [
			[right, between(y, below, part)],
			[between(right, left, part), below],
			[left, between(below, endY, part)],
		]);
	}
	// A Bézier curve that leaves and arrives level.
	const bend = (endX - x) / 2;
	return parts.map((part) => {
		const rest = 1 - part;
		const [a, b, c, d] = [rest ** 3, 3 * rest ** 2 * part, 3 * rest * part ** 2, part ** 3];
		return [a * x + b * (x + bend) + c * (endX - bend) + d * endX, (a + b) * y + (c + d) * endY];
	});
}
