export class EventTarget {
  emit(name) {
    return name;
  }
}
